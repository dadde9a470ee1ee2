import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries, Store, Write } from '../../store/store.js';
import type { LinkedPageRow } from '../../store/tables/source-rows.js';

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/** What is known of pages, by URL. */
export async function findLinkedPages(
  db: Queries,
  workspaceId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, LinkedPageRow>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom('linked_pages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('url_hash', 'in', urls.map(hashOf))
    .execute();
  return new Map(rows.map((row) => [row.url, row]));
}

/** What reading a page gave: what it says, or the problem. */
export type PageFacts =
  | { readonly problem: string }
  | {
      readonly problem: null;
      readonly title: string | null;
      readonly description: string | null;
      readonly imageKey: string | null;
    };

interface ReadPage {
  readonly workspaceId: string;
  readonly url: string;
  /** System time. */
  readonly readAt: number;
}

/** A page that was read before counts as read. */
const STILL_UNREAD = sql<
  string | null
>`case when linked_pages.problem is null then null else excluded.problem end`;

/** Stores what a page says. What it said before stays if it cannot be read any more. */
export async function storeLinkedPage(
  trx: Write,
  { workspaceId, url, readAt }: ReadPage,
  facts: PageFacts,
): Promise<void> {
  const said =
    facts.problem === null
      ? { title: facts.title, description: facts.description, image_key: facts.imageKey, problem: null }
      : { title: null, description: null, image_key: null, problem: facts.problem };
  await trx
    .insertInto('linked_pages')
    .values({ workspace_id: workspaceId, url_hash: hashOf(url), url, ...said, read_at: readAt })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'url_hash']).doUpdateSet({
        read_at: readAt,
        ...(facts.problem === null ? said : { problem: STILL_UNREAD }),
      }),
    )
    .execute();
}

/** Posts that are over: their cards are at the networks. */
const OVER = ['published', 'cancelled', 'deleted'] as const;

/** Whether a post has the URL of a page as its link, or in an override. */
const IS_LINKED = sql<boolean>`(posts.link = linked_pages.url
  or replace(posts.overrides_json, linked_pages.url, '') != posts.overrides_json)`;

/** Pages that one sweep forgets at most. */
const SWEEP_LIMIT = 500;

/**
 * Forgets pages that were read before a time, unless a post that is not published yet links to them. The pictures of
 * forgotten pages are unused media then.
 *
 * @param readBefore system time
 */
export async function forgetLinkedPages(store: Store, readBefore: number): Promise<void> {
  const old = (db: Queries) =>
    db
      .selectFrom('linked_pages')
      .select(['workspace_id', 'url_hash'])
      .where('read_at', '<', readBefore)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('posts')
              .select('posts.id')
              .whereRef('posts.workspace_id', '=', 'linked_pages.workspace_id')
              .where('posts.status', 'not in', OVER)
              .where(IS_LINKED),
          ),
        ),
      );
  const rows = await old(store.db).limit(SWEEP_LIMIT).execute();
  for (const { workspace_id, url_hash } of rows) {
    await store.write(async (trx) => {
      const row = { workspace_id, url_hash };
      // Checked again in the transaction: a post may link to it since.
      const isOld = await old(trx)
        .where('url_hash', '=', url_hash)
        .where('workspace_id', '=', workspace_id)
        .execute();
      if (isOld.length > 0)
        await trx
          .deleteFrom('linked_pages')
          .where((eb) => eb.and(row))
          .execute();
    });
  }
}
