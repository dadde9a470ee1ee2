import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Post, PostPage, StatusFilter } from '../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../contract/posts/status.js';
import type { Call } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { listedRange } from '../../operations/listed-range.js';
import { RequestRefused } from '../../operations/refusal.js';
import { timeOfWorkspace } from '../access/workspaces.js';
import { requireAccountIfNamed } from '../accounts/require-account.js';
import { listPosts } from './list-query.js';
import { historyOf } from './post-history.js';
import { attemptsOf, findPost, type StoredPost } from './repository.js';
import { viewPost } from './view.js';

/** A held read looks again this often, for changes that another process made, in milliseconds. */
const LOOK_AGAIN_MS = 500;

/** Statuses of what lies ahead: such lists begin with what comes first. */
const UPCOMING: readonly StatusFilter[] = ['scheduled', 'queued'];

const Position = z.tuple([z.number().int(), z.string()]);

/** One post with its attempts and history; with `wait`, held until something about it changes. */
export async function getPost(call: Call<'posts.get'>): Promise<Post> {
  const { services, signal } = call;
  const { store, changes, publicUrl } = services;
  let stored = await find(call);
  if (call.query.wait) {
    const before = stateOf(stored);
    const over = AbortSignal.any([signal, AbortSignal.timeout(call.query.wait * 1000)]);
    while (mayStillChange(stored) && stateOf(stored) === before && !over.aborted) {
      await changes.nextChange(stored.post.id, LOOK_AGAIN_MS, over);
      stored = await find(call);
    }
  }
  const targetIds = stored.targets.map((target) => target.id);
  const [attempts, history, now] = await Promise.all([
    attemptsOf(store.db, targetIds),
    historyOf(store.db, stored.post.id),
    // While the answer was held, the clock of a sandbox may have been moved.
    timeOfWorkspace(services, call.caller.workspace.id),
  ]);
  return viewPost(stored, { now, publicUrl }, { attempts, history });
}

export async function listPostPage(call: Call<'posts.list'>): Promise<PostPage> {
  const { query, caller, services, now } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const upcoming = query.status?.length ? query.status.every((status) => UPCOMING.includes(status)) : false;
  const order = query.order ?? (upcoming ? 'asc' : 'desc');
  const { cursor, limit: _limit, ...filters } = query;
  await requireAccountIfNamed(services.store.db, caller.workspace.id, query.accountId);
  const list = ['posts.list', caller.workspace.id, order, filters];
  const position = readCursor(list, cursor, Position);
  const { posts, next } = await listPosts(services.store.db, {
    workspaceId: caller.workspace.id,
    statuses: query.status,
    platforms: query.platform,
    accountId: query.accountId,
    kinds: query.kind,
    text: query.text,
    idempotencyKey: query.idempotencyKey,
    range: listedRange(query, caller.workspace.timezone),
    order,
    after: position ? { effectiveAt: position[0], id: position[1] } : undefined,
    limit,
  });
  return {
    data: posts.map((stored) => viewPost(stored, { now, publicUrl: services.publicUrl })),
    nextCursor: next ? writeCursor(list, [next.effectiveAt, next.id]) : null,
  };
}

async function find(call: Call<'posts.get'>): Promise<StoredPost> {
  const stored = await findPost(call.services.store.db, call.caller.workspace.id, call.params.id);
  if (stored) return stored;
  throw new RequestRefused('post_not_found', `There is no post ${call.params.id} in this workspace.`);
}

function mayStillChange({ post }: StoredPost): boolean {
  return !SETTLED_POST_STATUSES.includes(post.status);
}

/** Everything about a post that a held read waits for. */
function stateOf({ post, targets }: StoredPost): string {
  return JSON.stringify([
    post.status,
    post.version,
    targets.map(({ status, phase, attempt, parts }) => [
      status,
      phase,
      attempt,
      parts.map((part) => part.status),
    ]),
  ]);
}
