import * as z from 'zod';
import { idOf } from './ids.js';
import { TimeForms } from './instants.js';
import { Scope } from './scopes.js';

export const Me = z
  .object({
    key: z.object({
      id: idOf('apiKey', 'Identifier of the key.'),
      label: z.string(),
      prefix: z.string().meta({ description: 'First characters of the key, by which a person knows it.' }),
      scopes: z.array(Scope),
      expiresAt: z.string().nullable(),
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
  .meta({ id: 'Me', description: 'The key in use, its workspace, and the server’s time.' });

export type Me = z.infer<typeof Me>;
