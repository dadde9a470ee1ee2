import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, pageOf } from '../lists.js';
import { PLATFORMS, Platform } from '../platforms.js';

const ACCOUNT_HEALTH = ['healthy', 'expiring', 'reconnect_required', 'limited', 'disabled'] as const;
export type AccountHealthStatus = (typeof ACCOUNT_HEALTH)[number];

export const AccountHealth = z
  .object({
    status: z.enum(ACCOUNT_HEALTH),
    reason: z.string().nullable().meta({ description: 'Why it is not healthy, in one sentence.' }),
    checkedAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'When the network’s access ends, where it does.' }),
    action: z.string().nullable().meta({ description: 'What to do about it, in one sentence.' }),
    actionUrl: z.string().nullable(),
  })
  .meta({ id: 'AccountHealth', description: 'Whether the network lets us act for this account now.' });

export type AccountHealth = z.infer<typeof AccountHealth>;

const AccountOption = z
  .object({
    required: z.boolean().meta({ description: 'The network demands it and nobody may guess it.' }),
    values: z.array(z.string()).nullable().meta({ description: 'What may be chosen; null: free text.' }),
  })
  .meta({ id: 'AccountOption' });

export const AccountCapabilities = z
  .object({
    postTypes: z.array(z.enum(['feed', 'reel', 'short', 'story'])),
    mediaRequired: z.boolean().meta({ description: 'The network takes no post without an image or video.' }),
    options: z.record(z.string(), AccountOption).meta({
      description: 'Fields of `overrides` that mean something here, and what they may hold.',
    }),
    comments: z.boolean().meta({ description: 'Comments can be read and answered.' }),
    messages: z.boolean().meta({ description: 'Direct messages can be read and answered.' }),
  })
  .meta({ id: 'AccountCapabilities' });

export type AccountCapabilities = z.infer<typeof AccountCapabilities>;

export const AccountLimits = z
  .object({
    text: z.object({ max: z.number().int(), unit: z.string() }).meta({
      description: 'The longest post text, in the unit in which this network counts.',
      examples: [{ max: 300, unit: 'graphemes' }],
    }),
    postsPerDay: z
      .object({ max: z.number().int(), used: z.number().int() })
      .nullable()
      .meta({ description: 'What the network takes in 24 hours and what is used; null: no such limit.' }),
  })
  .meta({ id: 'AccountLimits', description: 'This account’s own numbers.' });

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
    connectedAt: Instant,
  })
  .meta({ id: 'Account', description: 'A connected social channel.' });

export type Account = z.infer<typeof Account>;

export const AccountListQuery = z.strictObject({
  platform: commaSeparated(PLATFORMS, 'Only these networks, separated by commas.').optional(),
  ...ListQuery,
});

export const AccountPage = pageOf(Account).meta({ id: 'AccountPage' });
export type AccountPage = z.infer<typeof AccountPage>;

export const AccountParams = z.strictObject({ id: idOf('account', 'Identifier of the account.') });
