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

const AppNotices = z
  .object({
    url: z.string().meta({ description: 'Where the network is to send notices.' }),
    verifyToken: z.string().nullable().meta({
      description: 'With it the network checks that the address is yours. Null: it checks with the secret.',
    }),
    removedUrl: z.string().nullable().meta({
      description: 'Where it is to say that a person has removed the app. Null: it does not say so.',
    }),
    deletionUrl: z.string().nullable().meta({
      description: 'Where it is to say that a person wants their data deleted. Null: it does not say so.',
    }),
  })
  .meta({ id: 'AppNotices' });

export const App = z
  .object({
    platform: Platform,
    clientId: z.string().nullable().meta({ description: 'The id of the app. Null: no app is set.' }),
    hasSecret: z.boolean().meta({ description: 'Whether its secret is set. The secret is never returned.' }),
    hasApiKeySecret: z.boolean().meta({
      description: 'X: whether the API Key Secret is set, which checks notices. It is never returned.',
    }),
    configId: z.string().nullable().meta({
      description:
        'The configuration that sign-ins name, which has the permissions. Null: they name each permission.',
    }),
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
      description:
        'The addresses to register at the network, exactly as written. Empty: apps for this machine need none.',
    }),
    notices: AppNotices.nullable().meta({
      description:
        'What to enter at the network so that it announces comments and messages at once. Null: it cannot, this backend has no public https address, or no app is set.',
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
    apiKeySecret: z.string().trim().min(1).max(MAX_CLIENT_SECRET_LENGTH).nullable().optional().meta({
      description:
        'X: the API Key Secret, with which X signs notices. It is stored sealed and never returned. Null: none. Default: the stored one of the same app.',
    }),
    configId: z
      .string()
      .trim()
      .min(1)
      .max(MAX_CLIENT_ID_LENGTH)
      .nullable()
      .optional()
      .meta({
        description:
          'Facebook: the id of a configuration of Facebook Login for Business. Null: none. Default: the stored one of the same app.',
        examples: ['1234567890123456'],
      }),
    review: z
      .string()
      .max(MAX_REVIEW_LENGTH)
      .optional()
      .meta({ description: 'One of the `reviews` of the network. Default: the stored one, else the first.' }),
  })
  .meta({ id: 'SetApp' });

export const AppParams = z.strictObject({ platform: Platform });
