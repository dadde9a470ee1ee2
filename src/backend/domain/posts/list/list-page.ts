import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../../contract/lists.js';
import {
  MAX_POST_COUNT,
  type PostCount,
  type PostPage,
  type StatusFilter,
} from '../../../../contract/posts/posts.js';
import type { Call } from '../../../operations/call.js';
import { readCursor, writeCursor } from '../../../operations/cursor.js';
import { fittingItems } from '../../../operations/list-page.js';
import { listedRange } from '../../../operations/listed-range.js';
import { requireAccountIfNamed } from '../../accounts/require-account.js';
import { requireLabelIfNamed } from '../../labels/post-labels.js';
import { viewPost } from '../view.js';
import { countMatches } from './index-scans.js';
import { listPosts } from './list-posts.js';

/** A list of only these statuses is ordered soonest first by default. */
const UPCOMING: readonly StatusFilter[] = ['scheduled', 'queued'];

const Position = z.tuple([z.number().int(), z.string()]);

export async function listPostPage(call: Call<'posts.list'>): Promise<PostPage> {
  const { query, caller, services, now } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const upcoming = query.status?.length ? query.status.every((status) => UPCOMING.includes(status)) : false;
  const order = query.order ?? (upcoming ? 'asc' : 'desc');
  const { cursor, limit: _limit, ...filters } = query;
  await requireAccountIfNamed(services.store.db, caller.workspace.id, query.accountId);
  const list = ['posts.list', caller.workspace.id, order, filters];
  const position = readCursor(list, cursor, Position);
  const page = await listPosts(services.store.db, {
    ...(await filterOf(call)),
    order,
    after: position ? { effectiveAt: position[0], id: position[1] } : undefined,
    limit,
  });
  const items = page.rows.map(({ stored }) => viewPost(stored, { now, services }));
  const { rows, next } = fittingItems(page, ({ position }) => position, items);
  return {
    data: rows.map(({ item }) => item),
    nextCursor: next && writeCursor(list, [next.effectiveAt, next.id]),
  };
}

export async function countPostsOfList(call: Call<'posts.count'>): Promise<PostCount> {
  const { query, caller, services } = call;
  await requireAccountIfNamed(services.store.db, caller.workspace.id, query.accountId);
  return countMatches(services.store.db, await filterOf(call), MAX_POST_COUNT);
}

async function filterOf({ query, caller, services }: Call<'posts.list'> | Call<'posts.count'>) {
  return {
    workspaceId: caller.workspace.id,
    statuses: query.status,
    platforms: query.platform,
    accountId: query.accountId,
    kinds: query.kind,
    label: await requireLabelIfNamed(services.store.db, caller.workspace.id, query.label),
    text: query.text,
    idempotencyKey: query.idempotencyKey,
    range: listedRange(query, caller.workspace.timezone),
  };
}
