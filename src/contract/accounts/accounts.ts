import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { PLATFORMS } from '../platforms.js';

const ACCOUNT_HEALTH = ['healthy', 'expiring', 'reconnect_required', 'limited', 'disabled'] as const;
export type AccountHealthStatus = (typeof ACCOUNT_HEALTH)[number];

export const AccountHealth = z
  .object({
    status: z.enum(ACCOUNT_HEALTH),
    reason: z.string().nullable().meta({ description: 'Why the account is not healthy, in one sentence.' }),
    checkedAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'When the access token expires, if it does.' }),
    action: z.string().nullable().meta({ description: 'How to fix it, in one sentence.' }),
    actionUrl: z.string().nullable(),
  })
  .meta({ id: 'AccountHealth', description: 'Whether Postrider can currently act for this account.' });

export type AccountHealth = z.infer<typeof AccountHealth>;

const AccountOption = z
  .object({
    required: z.boolean().meta({ description: 'Whether the network requires it. There is no default.' }),
    values: z.array(z.string()).nullable().meta({ description: 'The allowed values. Null for free text.' }),
  })
  .meta({ id: 'AccountOption' });

export const AccountCapabilities = z
  .object({
    postTypes: z.array(z.enum(['feed', 'reel', 'short', 'story'])),
    mediaRequired: z.boolean().meta({ description: 'Whether every post needs an image or a video.' }),
    options: z.record(z.string(), AccountOption).meta({
      description: 'The fields of `overrides` that apply to this account, and their allowed values.',
    }),
    comments: z.boolean().meta({ description: 'Whether comments can be read and answered.' }),
    messages: z.boolean().meta({ description: 'Whether direct messages can be read and answered.' }),
  })
  .meta({ id: 'AccountCapabilities' });

export type AccountCapabilities = z.infer<typeof AccountCapabilities>;

export const AccountLimits = z
  .object({
    text: z.object({ max: z.number().int(), unit: z.string() }).meta({
      description: 'The maximum length of a post, in the unit in which the network counts.',
      examples: [{ max: 300, unit: 'graphemes' }],
    }),
    postsPerDay: z.object({ max: z.number().int(), used: z.number().int() }).nullable().meta({
      description:
        'The network’s limit on posts in 24 hours, and how many are used. Null if there is no limit.',
    }),
  })
  .meta({ id: 'AccountLimits', description: 'The limits of this account.' });

export type AccountLimits = z.infer<typeof AccountLimits>;

export const Account = z
  .object({
    id: idOf('account', 'Identifier of the connected channel.'),
    platform: Platform,
    handle: z.string().meta({ description: 'The account’s name at the network.', examples: ['@northwind'] }),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    profileUrl: z.string(),
    simulated: z.boolean().meta({ description: 'The network behind it is a simulation.' }),
    health: AccountHealth,
    capabilities: AccountCapabilities,
    limits: AccountLimits,
    metrics: z
      .object({
        read: z.boolean().meta({ description: 'Whether Postrider reads them.' }),
        dollarsPerPost: z.number().meta({
          description:
            'What the network charges for reading a post at all its ages, in US dollars: 0.015 on X, 0 elsewhere. Simulated networks charge nothing.',
        }),
      })
      .meta({ description: 'The numbers of the account’s posts, such as likes and views.' }),
    comments: z
      .object({
        read: z.boolean().meta({ description: 'Whether Postrider reads them.' }),
        dollarsPerComment: z.number().meta({
          description:
            'The most that the network charges for reading one, in US dollars: 0.015 on X, 0 elsewhere.',
        }),
        maxPerDay: z.int().nullable().meta({
          description: 'The most that Postrider reads in a day where they cost something. Null: no limit.',
        }),
      })
      .meta({ description: 'Comments on the account’s posts.' }),
    boards: z
      .object({
        list: z
          .array(z.object({ id: z.string(), name: z.string() }))
          .meta({ description: 'The boards, as the network last listed them.' }),
        defaultId: z
          .string()
          .nullable()
          .meta({ description: 'The board for posts that name none. Null: they must name one.' }),
      })
      .nullable()
      .meta({
        description:
          'The boards to which its posts can go. Null: its network has none, or has not listed them. `POST /v1/accounts/{id}/check` finds new ones.',
      }),
    linkTags: z
      .object({
        add: z.boolean().meta({ description: 'Whether links get tags.' }),
        campaign: z
          .string()
          .nullable()
          .meta({ description: 'The value of `utm_campaign`. Null: it is not added.' }),
      })
      .meta({ description: 'Tags of the links in its posts, for web analytics.' }),
    inboxNotes: z.array(z.string()).meta({
      description:
        'What the network does not let Postrider read of comments and messages, or does not announce, and why a real account has no inbox, in sentences.',
    }),
    lastNoticeAt: Instant.nullable().meta({
      description:
        'When its network last announced comments or messages to this backend. Null: it has not, so Postrider asks for them.',
    }),
    standing: z.array(z.string()).meta({
      description:
        'What to know before publishing with the account, in sentences: what its network charges, who can see its posts, or what this backend cannot publish with it. Empty for simulated accounts.',
    }),
    connectedAt: Instant,
  })
  .meta({ id: 'Account', description: 'A connected social media account.' });

export type Account = z.infer<typeof Account>;

/** Begins and ends with a letter or digit, so that no network takes its end for punctuation after a link. */
const CAMPAIGN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._~-]{0,98}[\p{L}\p{N}])?$/u;

export const UpdateAccount = z
  .strictObject({
    metrics: z
      .strictObject({
        read: z.boolean().meta({
          description:
            'Whether to read the numbers of posts that are published from now on. Turned off, readings that were planned are not made.',
        }),
      })
      .optional()
      .meta({ description: 'The numbers of the account’s posts, such as likes and views.' }),
    comments: z
      .strictObject({
        read: z.boolean().meta({
          description:
            'Whether to read comments on the account’s posts. On X it costs something for each that is written from then on.',
        }),
      })
      .optional()
      .meta({ description: 'Comments on the account’s posts.' }),
    board: z.string().min(1).max(200).nullable().optional().meta({
      description:
        'The board for posts that name none: the id or the name of one of its `boards`. Null: each post must name one. It applies to posts that have no board yet: a stored post keeps its board.',
    }),
    linkTags: z
      .strictObject({
        add: z.boolean().meta({
          description:
            'Whether links in the account’s posts get `utm_source` (the network), `utm_medium=social`, `utm_campaign` and `utm_content` (the id of the target) when they are sent. Tags that a link already has stay. It applies to texts that are written or edited from now on.',
        }),
        campaign: z
          .string()
          .regex(
            CAMPAIGN,
            'must have 1 to 100 letters, digits, spaces, dots or hyphens, and begin and end with a letter or digit',
          )
          .nullable()
          .optional()
          .meta({
            description: 'The value of `utm_campaign`. Null: it is not added. Default: as before.',
            examples: ['autumn-2026'],
          }),
      })
      .optional()
      .meta({ description: 'Tags of the links in its posts, for web analytics.' }),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'must change something');

export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const AccountListQuery = z.strictObject({
  platform: commaSeparated(PLATFORMS, 'Filter by network, comma-separated.').optional(),
  ...ListQuery,
});

export const AccountPage = pageOf(Account).meta({ id: 'AccountPage' });
export type AccountPage = z.infer<typeof AccountPage>;

export const AccountParams = z.strictObject({ id: idOf('account', 'Id of the account.') });
