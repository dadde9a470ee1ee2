import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platform-schema.js';
import { webAddress } from '../web-address.js';
import { Account } from './accounts.js';

/** How long a connection that was begun can be finished, in minutes. */
export const CONNECTION_MINUTES = 10;

/** The longest name or origin of a server. A host name has at most 253 characters. */
const MAX_SERVER_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 4000;
const MAX_SECRET_LENGTH = 512;
const MAX_CHOICE_ID_LENGTH = 200;
/** How many accounts one sign-in can offer. */
export const MAX_CHOICES = 100;

export const CONNECT_METHODS = ['browser', 'code', 'paste', 'app_password'] as const;
export type ConnectMethod = (typeof CONNECT_METHODS)[number];

const CONNECTION_STATUSES = ['waiting', 'choosing', 'connected', 'failed', 'expired'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const StartConnection = z
  .strictObject({
    platform: Platform,
    server: z
      .string()
      .min(1)
      .max(MAX_SERVER_LENGTH)
      .optional()
      .meta({
        description:
          'The server of the account. Required for Mastodon: `mastodon.social`. For Bluesky: the account’s PDS; default: it is found from the handle.',
        examples: ['mastodon.social'],
      }),
    identifier: z
      .string()
      .max(MAX_SERVER_LENGTH)
      .optional()
      .meta({
        description:
          'For Bluesky with `browser`: the handle of the account, which leads to its server. Default: the server of Bluesky itself, bsky.social.',
        examples: ['northwind.example'],
      }),
    method: z.enum(CONNECT_METHODS).optional().meta({
      description:
        'How the person signs in. `browser`: at the network, which then sends the browser back. `code`: at the network, which shows a code to paste. `paste`: at the network, and then the person copies the address that the browser has ended on. `app_password`: with a password made for Postrider. Default: `app_password` for Bluesky, `browser` for other networks.',
    }),
    returnUrl: webAddress(MAX_ADDRESS_LENGTH, { protocol: /^https?$/ })
      .optional()
      .meta({
        description:
          'For `browser`: the address of a program on the person’s machine, `http://127.0.0.1:<port>/…`, to which the network sends the browser back. Default: the dashboard. For `paste`: the address that is registered at the network; https is possible too. A sign-in at Bluesky that returns to the person’s machine lasts two weeks; one that returns to an https address lasts as long as it is used.',
      }),
    accountId: idOf(
      'account',
      'Account to reconnect. It keeps its id, its posts and its schedules.',
    ).optional(),
  })
  .meta({ id: 'StartConnection' });

export const FinishConnection = z
  .strictObject({
    callbackUrl: z.string().max(MAX_ADDRESS_LENGTH).optional().meta({
      description: 'For `browser` and `paste`: the whole address that the network sent the browser back to.',
    }),
    code: z.string().max(MAX_SECRET_LENGTH).optional().meta({
      description: 'For `code`: the code that the network has shown.',
    }),
    identifier: z
      .string()
      .max(MAX_SERVER_LENGTH)
      .optional()
      .meta({
        description: 'For `app_password`: the handle of the account.',
        examples: ['northwind.example'],
      }),
    appPassword: z.string().max(MAX_SECRET_LENGTH).optional().meta({
      description: 'For `app_password`: the app password. It is used once and not stored.',
    }),
    choices: z.array(z.string().max(MAX_CHOICE_ID_LENGTH)).min(1).max(MAX_CHOICES).optional().meta({
      description: 'For a connection that is `choosing`: the ids of the `choices` to connect.',
    }),
  })
  .meta({ id: 'FinishConnection' });

export type FinishConnection = z.infer<typeof FinishConnection>;

const ConnectionChoice = z
  .object({
    id: z.string().meta({ description: 'For `choices` of `connections.finish`.' }),
    name: z.string(),
    kind: z.string().meta({ description: 'What it is at the network.', examples: ['Page'] }),
    handle: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'ConnectionChoice', description: 'An account that a sign-in offers.' });

export type ConnectionChoice = z.infer<typeof ConnectionChoice>;

export const Connection = z
  .object({
    id: idOf('connection', 'Identifier of the connection.'),
    platform: Platform,
    server: z.string().nullable().meta({ description: 'The server of the account, if it is known yet.' }),
    method: z.enum(CONNECT_METHODS),
    status: z.enum(CONNECTION_STATUSES).meta({
      description:
        '`waiting`: for the person to sign in. `choosing`: for the person to choose among `choices`.',
    }),
    authorizeUrl: z.string().nullable().meta({
      description: 'The address at which the person signs in and allows access. Null for `app_password`.',
    }),
    standing: z.array(z.string()).meta({
      description:
        'What to know before signing in, in sentences: what the network charges, who can see posts, or what this backend cannot publish there.',
    }),
    problem: z.string().nullable().meta({ description: 'Why it failed, and what to do, in sentences.' }),
    choices: z.array(ConnectionChoice).meta({
      description: 'If it is `choosing`: the accounts that the sign-in offers.',
    }),
    account: Account.nullable().meta({ description: 'The connected account; the first of several.' }),
    accounts: z.array(Account).meta({ description: 'The connected accounts.' }),
    createdAt: Instant,
    expiresAt: Instant.meta({ description: 'Until when it can be finished.' }),
  })
  .meta({ id: 'Connection', description: 'An account that is being connected.' });

export type Connection = z.infer<typeof Connection>;

export const ConnectionParams = z.strictObject({ id: idOf('connection', 'Id of the connection.') });

export const AccountDisconnection = z
  .object({
    id: idOf('account', 'Id of the account.'),
    removed: z.boolean().meta({
      description:
        'Whether the account is gone. If posts, schedules or conversations refer to it, it stays in the list without access, and can be reconnected.',
    }),
    revoked: z.boolean().nullable().meta({
      description:
        'Whether the network has ended Postrider’s access. False: end it in the network’s settings. Null: there was nothing to end, or other connected accounts share the access.',
    }),
  })
  .meta({ id: 'AccountDisconnection' });
export type AccountDisconnection = z.infer<typeof AccountDisconnection>;
