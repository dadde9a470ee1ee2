import { idOf } from '../ids.js';
import { TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Scope } from '../scopes.js';
import { CONFIRM_POLICIES, TOOLSETS } from './key-policy.js';

/** How the tools may be used with a key, beside its scopes. */
export const KeyPolicy = z
  .object({
    confirm: z
      .enum(CONFIRM_POLICIES)
      .nullable()
      .meta({ description: 'When a person is asked before a tool acts; null: the tool server decides.' }),
    readOnly: z.boolean().meta({ description: 'Only tools that change nothing.' }),
    toolsets: z
      .array(z.enum(TOOLSETS))
      .nullable()
      .meta({ description: 'Only these groups of tools; null: all.' }),
  })
  .meta({ id: 'KeyPolicy', description: 'How the tools may be used with a key, beside its scopes.' });

export type KeyPolicy = z.infer<typeof KeyPolicy>;

export const Me = z
  .object({
    key: z.object({
      id: idOf('apiKey', 'Identifier of the key.'),
      label: z.string(),
      prefix: z.string().meta({ description: 'First characters of the key, by which a person knows it.' }),
      scopes: z.array(Scope),
      expiresAt: z.string().nullable(),
      policy: KeyPolicy,
    }),
    workspace: z.object({
      id: idOf('workspace', 'Identifier of the workspace.'),
      name: z.string(),
      sandbox: z.boolean().meta({ description: 'Networks are simulated and the clock can be moved.' }),
      timezone: z.string().meta({ description: 'IANA zone that local times mean here.' }),
    }),
    time: TimeForms.meta({ description: 'The server’s present time.' }),
    tzdata: z.string().meta({ description: 'Version of the time zone data in use.', examples: ['2026f'] }),
    version: z.string().meta({ description: 'Version of the service.' }),
  })
  .meta({ id: 'Me', description: 'The API key in use, its workspace and the server’s time.' });

export type Me = z.infer<typeof Me>;
