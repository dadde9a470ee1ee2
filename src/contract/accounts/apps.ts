import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platform-schema.js';

const MAX_CLIENT_ID_LENGTH = 512;
const MAX_CLIENT_SECRET_LENGTH = 1024;
const MAX_REVIEW_LENGTH = 40;

const APP_SOURCES = ['environment', 'database'] as const;

const RedirectAddress = z
  .object({
    usedBy: z.enum(['dashboard', 'command_line', 'paste']).meta({
      description:
        'Which sign-ins return to it. `paste`: nothing answers there, and the person copies the address.',
    }),
    url: z.string(),
  })
  .meta({ id: 'RedirectAddress' });

export const App = z
  .object({
    platform: Platform,
    clientId: z.string().nullable().meta({ description: 'The id of the app. Null: no app is set.' }),
    hasSecret: z.boolean().meta({ description: 'Whether its secret is set. The secret is never returned.' }),
    source: z.enum(APP_SOURCES).nullable().meta({
      description:
        '`environment`: variables of the backend, which take precedence. `database`: it was set with `PUT /v1/apps/{platform}`.',
    }),
    review: z.string().meta({
      description: 'How far the network has reviewed the app, as its owner has said. One of `reviews`.',
    }),
    reviews: z.array(z.object({ id: z.string(), name: z.string() })).meta({
      description: 'The reviews of the network. The first, which is the most limited, is the default.',
    }),
    redirects: z.array(RedirectAddress).meta({
      description: 'The addresses to register at the network, exactly as written.',
    }),
    consoleUrl: z.string().meta({ description: 'Where apps are registered.' }),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'App', description: 'Your own app at a network, with which accounts are connected.' });

export type App = z.infer<typeof App>;

export const AppList = z.object({ data: z.array(App) }).meta({ id: 'AppList' });
export type AppList = z.infer<typeof AppList>;

export const SetApp = z
  .strictObject({
    clientId: z
      .string()
      .trim()
      .min(1)
      .max(MAX_CLIENT_ID_LENGTH)
      .meta({
        description: 'The id of the app, as the network shows it.',
        examples: ['M1M5R3BMVy13QmpScXkzTUt5OE46MTpjaQ'],
      }),
    clientSecret: z.string().trim().min(1).max(MAX_CLIENT_SECRET_LENGTH).optional().meta({
      description:
        'Its secret. It is stored sealed and never returned. Leave it out to keep the stored secret of the same app, or if the app has none.',
    }),
    review: z
      .string()
      .max(MAX_REVIEW_LENGTH)
      .optional()
      .meta({ description: 'One of the `reviews` of the network. Default: the stored one, else the first.' }),
  })
  .meta({ id: 'SetApp' });

export const AppParams = z.strictObject({ platform: Platform });
