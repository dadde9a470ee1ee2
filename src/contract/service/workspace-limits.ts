import { withCommas } from '../../base/english.js';

/** How many of each a workspace can have. A key that nobody watches must not fill the database. */
export const WORKSPACE_LIMITS = {
  accounts: 500,
  webhooks: 50,
  alert_channels: 10,
  sources: 10_000,
  schedules: 200,
  labels: 200,
  saved_texts: 500,
  memberships: 200,
  invitations: 200,
} as const;

/**
 * Slots that the active schedules of a workspace create in a week, counted once per account. Room for 50 accounts
 * with five posts on every day; the calendar shows all slots of a week at once, and must stay fast.
 */
export const MAX_SLOTS_PER_WEEK = 2_000;

export type LimitedTable = keyof typeof WORKSPACE_LIMITS;

/** `saved texts`. */
export const limitedInWords = (table: LimitedTable): string => WORDS[table] ?? table.replace('_', ' ');

const WORDS: Partial<Record<LimitedTable, string>> = {
  memberships: 'people',
  alert_channels: 'addresses for alerts',
};

/** For descriptions of operations. */
export function limitText(table: LimitedTable): string {
  return `A workspace can have up to ${withCommas(WORKSPACE_LIMITS[table])} ${limitedInWords(table)}.`;
}

/** For descriptions of operations. */
export const SLOT_LIMIT_TEXT = `The active schedules of a workspace can have up to ${withCommas(MAX_SLOTS_PER_WEEK)} slots a week: days × times (or \`postsPerWindow\`) × accounts.`;
