import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { inList } from '../../store/queries/in-list.js';
import type { Queries } from '../../store/store.js';
import type { AlertFact } from './alert-facts.js';
import { MAX_QUOTE_LENGTH, plainText } from './plain-text.js';

/** A fact in words, with the page on which to act. */
export interface AlertLine {
  readonly says: string;
  /** Words of a post or a name: whatever somebody wrote. */
  readonly quote: string | null;
  readonly url: string;
}

export interface LineOptions {
  readonly publicUrl: string;
  /** Whether to quote the first words of posts. */
  readonly withText: boolean;
}

/** What was deleted since is told without its name. */
export async function lineOf(
  db: Queries,
  workspaceId: string,
  fact: AlertFact,
  { publicUrl, withText }: LineOptions,
): Promise<AlertLine> {
  const { objectId: id, isOver = false } = fact;
  switch (fact.type) {
    case 'webhook.disabled':
    case 'webhook.failing':
      return {
        says: isOver ? 'A webhook works again' : WEBHOOKS[fact.type],
        quote: quoted(await labelOf(db, 'webhooks', workspaceId, id)),
        url: `${publicUrl}/settings/webhooks/${id}`,
      };
    case 'key.expiring':
      return {
        says: 'An API key expires within a week: create another and replace it',
        quote: quoted(await labelOf(db, 'api_keys', workspaceId, id)),
        url: `${publicUrl}/settings/keys`,
      };
    case 'disk.nearly_full': {
      const disk = `The disk of the data folder on ${plainText(id, MAX_QUOTE_LENGTH)}`;
      return {
        says: isOver
          ? `${disk} has enough space again: ${fact.detail} free`
          : `${disk} is nearly full: ${fact.detail} free`,
        quote: null,
        url: `${publicUrl}/settings/alerts`,
      };
    }
    case 'account.health_changed':
      return accountLine(db, workspaceId, fact, publicUrl);
    default:
      return {
        says: `${POSTS[fact.type]}${fact.detail === '' ? '' : `: ${fact.detail}`}${await reasonOf(db, workspaceId, id)}`,
        quote: withText ? await quoteOf(db, workspaceId, fact) : null,
        url: `${publicUrl}/posts/${id}`,
      };
  }
}

const POSTS = {
  'post.failed': 'A post could not be published',
  'post.partially_published': 'A post was published on some of its accounts only',
  'post.unknown': 'A post was sent, and its outcome is unknown',
  'post.missed': 'A post missed its time and was not published',
} as const;

const WEBHOOKS = {
  'webhook.disabled': 'A webhook was disabled',
  'webhook.failing': 'The receiver of a webhook has failed for an hour',
} as const;

const HEALTH: Readonly<Record<string, string>> = {
  healthy: 'works again',
  expiring: 'loses its access soon: reconnect it',
  limited: 'is restricted',
  reconnect_required: 'has to be reconnected',
  disabled: 'was disabled',
};

async function accountLine(
  db: Queries,
  workspaceId: string,
  { objectId: id, detail }: AlertFact,
  publicUrl: string,
): Promise<AlertLine> {
  const row = await db
    .selectFrom('accounts')
    .select(['handle', 'platform'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return {
    says: `${row ? `An account on ${PLATFORM_NAMES[row.platform]}` : 'An account'} ${HEALTH[detail] ?? 'needs you'}`,
    quote: quoted(row?.handle),
    url: `${publicUrl}/channels#${id}`,
  };
}

/** Why a post failed, by the codes of its accounts: ` (content refused)`; empty if none has failed. */
async function reasonOf(db: Queries, workspaceId: string, postId: string): Promise<string> {
  const rows = await db
    .selectFrom('targets')
    .select('error_json')
    .where('post_id', '=', postId)
    .where('workspace_id', '=', workspaceId)
    .where('error_json', 'is not', null)
    .execute();
  const codes = rows.flatMap(({ error_json: error }): string[] => {
    if (error === null) return [];
    const { code }: Diagnosis = JSON.parse(error);
    return [code.replaceAll('_', ' ')];
  });
  const distinct = [...new Set(codes)].sort();
  return distinct.length === 0 ? '' : ` (${distinct.join(', ')})`;
}

async function labelOf(db: Queries, table: 'webhooks' | 'api_keys', workspaceId: string, id: string) {
  const row = await db
    .selectFrom(table)
    .select('label')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.label;
}

/** A fact that an earlier version gathered has no words of its time. */
async function quoteOf(
  db: Queries,
  workspaceId: string,
  { objectId, quote }: AlertFact,
): Promise<string | null> {
  const present = await firstWords(db, workspaceId, [objectId]);
  const now = present.get(objectId);
  // Of a deleted post nothing is quoted any more.
  return now === undefined || quote === undefined ? (now ?? null) : quote;
}

/** The first words of those posts that exist, null where a post has none. */
export async function firstWords(
  db: Queries,
  workspaceId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .select((row) => ['id', row.fn<string>('substr', ['text', row.lit(1), row.lit(MAX_READ)]).as('text')])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', inList(postIds))
    .execute();
  return new Map(rows.map(({ id, text }) => [id, quoted(text)]));
}

/** Characters of a post that are read for a quote. */
const MAX_READ = MAX_QUOTE_LENGTH * 4;

const quoted = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : plainText(text, MAX_QUOTE_LENGTH);
