import type { Selectable } from 'kysely';
import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { OutboxPage, OutboxPost } from '../../../contract/sandbox/sandbox.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { isAccountOf } from '../../simulators/account-of.js';
import { simulatedPostOf } from '../../simulators/network-memory.js';
import type { SimulatedFile } from '../../simulators/simulator.js';
import { containsExactly } from '../../store/queries/contains.js';
import type { NetworkPostRow } from '../../store/schema.js';
import { findAccount } from '../accounts/repository.js';
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
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('network_posts')))
    .selectAll('network_posts')
    .select(['account.id as account_id', 'account.handle'])
    .where('network_posts.workspace_id', '=', caller.workspace.id);
  if (query.platform) found = found.where('network_posts.platform', '=', query.platform);
  if (account) {
    found = found
      .where('network_posts.platform', '=', account.platform)
      .where('network_posts.network_user_id', '=', account.network_user_id);
  }
  if (query.text !== undefined) found = found.where(containsExactly('text', query.text));
  if (before !== undefined) found = found.where('seq', '<', before);
  const rows = await found
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((row) => viewOutboxPost(row, services)),
    nextCursor: last ? writeCursor(list, [Number(last.seq)]) : null,
  };
}

async function findAccountFilter({ caller, query, services }: Call<'testOutbox.list'>) {
  if (query.accountId === undefined) return null;
  const account = await findAccount(services.store.db, caller.workspace.id, query.accountId);
  if (account) return account;
  throw new RequestRefused('account_not_found', `There is no account ${query.accountId} in this workspace.`);
}

/** How long the URLs of published media are valid, in milliseconds. */
const URL_LIFETIME_MS = 24 * 60 * 60_000;

interface FoundPost extends Selectable<NetworkPostRow> {
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
  const { media = [] } = simulatedPostOf(row);
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
