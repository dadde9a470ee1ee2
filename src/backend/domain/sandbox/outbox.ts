import type { Selectable } from 'kysely';
import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { OutboxPage, OutboxPost } from '../../../contract/sandbox/sandbox.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import type { Services } from '../../operations/services.js';
import { isAccountOf } from '../../simulators/account-of.js';
import type { SimulatedFile, SimulatedMedia } from '../../simulators/simulator.js';
import { containsExactly } from '../../store/queries/contains.js';
import { bytesIn, pageRows } from '../../store/queries/page-rows.js';
import type { NetworkPostRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { requireAccount } from '../accounts/require-account.js';
import { requireSandbox } from './require-sandbox.js';

const Position = z.tuple([z.number().int()]);

/** Lists what readers at the simulated networks see, newest first. */
async function listOutbox(call: Call<'testOutbox.list'>): Promise<OutboxPage> {
  const { caller, query, services } = call;
  requireSandbox(caller.workspace);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['testOutbox.list', caller.workspace.id, query.platform, query.accountId, query.text];
  const [before] = readCursor(list, query.cursor, Position) ?? [];
  const account = await findAccountFilter(call);

  let found = services.store.db
    .selectFrom('network_posts')
    .select([
      'seq',
      bytesIn('text', 'title', 'link', 'media_ids_json', 'media_json', 'raw_call_json').as('bytes'),
    ])
    .where('workspace_id', '=', caller.workspace.id);
  if (query.platform) found = found.where('platform', '=', query.platform);
  if (account) {
    found = found
      .where('platform', '=', account.platform)
      .where('network_user_id', '=', account.network_user_id);
  }
  if (query.text !== undefined) found = found.where(containsExactly('text', query.text));
  if (before !== undefined) found = found.where('seq', '<', before);
  const rows = await found
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();

  const page = pageRows({ rows, scannedUpTo: null }, { limit, placeOf, bytesOf: ({ bytes }) => bytes });
  const posts = await postsAt(services.store.db, page.rows.flatMap(placeOf));
  const items = posts.map((row) => viewOutboxPost(row, services));
  return listPage(list, { ...page, rows: posts }, placeOf, items);
}

const placeOf = ({ seq }: { readonly seq: number }) => [seq] as const;

/** Newest first. */
async function postsAt(db: Queries, numbers: readonly number[]): Promise<FoundPost[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('network_posts')
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('network_posts')))
    .select(SHOWN)
    .select(['account.id as account_id', 'account.handle'])
    .where('seq', 'in', numbers)
    .orderBy('seq', 'desc')
    .execute();
}

/** Without the recorded request and answer. */
const SHOWN = [
  'network_posts.seq',
  'network_posts.workspace_id',
  'network_posts.platform',
  'network_posts.network_post_id',
  'network_posts.network_user_id',
  'network_posts.path',
  'network_posts.text',
  'network_posts.title',
  'network_posts.link',
  'network_posts.media_ids_json',
  'network_posts.media_json',
  'network_posts.raw_call_json',
  'network_posts.created_at',
] as const;

async function findAccountFilter({ caller, query, services }: Call<'testOutbox.list'>) {
  if (query.accountId === undefined) return null;
  return requireAccount(services.store.db, caller.workspace.id, query.accountId);
}

/** How long the URLs of published media are valid, in milliseconds. */
const URL_LIFETIME_MS = 24 * 60 * 60_000;

interface FoundPost
  extends Omit<
    Selectable<NetworkPostRow>,
    'key' | 'made_by_json' | 'answer_json' | 'card_json' | 'counts_json'
  > {
  readonly account_id: string | null;
  /** Without the leading @. */
  readonly handle: string | null;
}

function viewOutboxPost(row: FoundPost, services: Services): OutboxPost {
  const { publicUrl, mediaUrls, clock } = services;
  const urlOf = ({ sha256, contentType }: SimulatedFile) =>
    mediaUrls.urlOf(
      { name: { workspaceId: row.workspace_id, sha256 }, contentType },
      clock.now() + URL_LIFETIME_MS,
    );
  const media: readonly SimulatedMedia[] = JSON.parse(row.media_json);
  return {
    platform: row.platform,
    networkPostId: row.network_post_id,
    networkUserId: row.network_user_id,
    accountId: row.account_id,
    handle: row.handle === null ? null : `@${row.handle}`,
    url: `${publicUrl}/network/${row.platform}${row.path}`,
    title: row.title,
    text: row.text,
    link: row.link,
    mediaIds: JSON.parse(row.media_ids_json),
    media: media.map((one) => ({
      contentType: one.contentType,
      bytes: one.bytes,
      sha256: one.sha256,
      altText: one.altText,
      url: urlOf(one),
      coverUrl: one.cover ? urlOf(one.cover) : null,
    })),
    createdAt: new Date(row.created_at).toISOString(),
    rawCall: JSON.parse(row.raw_call_json),
  };
}

export const outboxHandlers = { 'testOutbox.list': listOutbox } satisfies Partial<Handlers>;
