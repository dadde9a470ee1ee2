import { idOf } from '../ids.js';
import { TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { SCOPE_NAMES } from '../scopes.js';
import { CONFIRM_POLICIES, TOOLSETS } from './key-policy.js';

const Scope = z.enum(SCOPE_NAMES).meta({ id: 'Scope', description: 'A permission of an API key.' });

/** How tools can use a key, in addition to its scopes. */
export const KeyPolicy = z
  .object({
    confirm: z
      .enum(CONFIRM_POLICIES)
      .nullable()
      .meta({ description: 'When a tool must ask for confirmation. Null if the MCP server decides.' }),
    readOnly: z.boolean().meta({ description: 'Whether only read-only tools are available.' }),
    toolsets: z
      .array(z.enum(TOOLSETS))
      .nullable()
      .meta({ description: 'The available groups of tools. Null for all.' }),
  })
  .meta({ id: 'KeyPolicy', description: 'How tools can use a key, in addition to its scopes.' });

export type KeyPolicy = z.infer<typeof KeyPolicy>;

export const Me = z
  .object({
    key: z.object({
      id: idOf('apiKey', 'Id of the key.'),
      label: z.string(),
      prefix: z.string().meta({ description: 'The first characters of the key, to recognize it.' }),
      scopes: z.array(Scope),
      expiresAt: z.string().nullable(),
      policy: KeyPolicy,
    }),
    workspace: z.object({
      id: idOf('workspace', 'Id of the workspace.'),
      name: z.string(),
      sandbox: z
        .boolean()
        .meta({ description: 'Whether networks are simulated and the clock can be moved.' }),
      timezone: z.string().meta({ description: 'The workspace’s IANA time zone.' }),
      requiresOtherApprover: z.boolean().meta({
        description: 'Whether somebody other than its author has to approve each post.',
      }),
    }),
    channelsUrl: z.string().meta({ description: 'The page on which a person connects accounts.' }),
    time: TimeForms.meta({ description: 'The server’s current time.' }),
    tzdata: z.string().meta({ description: 'Version of the time zone data.', examples: ['2026f'] }),
    version: z.string().meta({ description: 'Version of Postrider.' }),
  })
  .meta({ id: 'Me', description: 'The API key in use, its workspace and the server’s time.' });

export type Me = z.infer<typeof Me>;
