import { withTimeLimit } from '../../../base/time-limit.js';
import { wholeMilliseconds } from '../../../contract/durations.js';
import type { Post } from '../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../contract/posts/status.js';
import type { Call } from '../../operations/call.js';
import { timeOfWorkspace } from '../access/workspaces.js';
import { historyOf } from './history.js';
import { noSuchPost } from './no-such-post.js';
import { attemptsOf, findPost, type StoredPost } from './repository.js';
import { viewPost } from './view.js';

/** How often a waiting read polls the database for changes made by other processes, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** Returns one post with its attempts and history. With `wait`, holds the response until the post changes. */
export async function getPost(call: Call<'posts.get'>): Promise<Post> {
  const { services, signal } = call;
  const { store, changes } = services;
  let stored = await find(call);
  if (call.query.wait) {
    const before = stateOf(stored);
    const over = withTimeLimit(wholeMilliseconds(call.query.wait), signal);
    while (mayStillChange(stored) && stateOf(stored) === before && !over.aborted) {
      await changes.nextChange(stored.post.id, POLL_INTERVAL_MS, over);
      stored = await find(call);
    }
  }
  const targetIds = stored.targets.map((target) => target.id);
  const [attempts, history, now] = await Promise.all([
    attemptsOf(store.db, targetIds),
    historyOf(store.db, stored.post.id),
    // A sandbox clock may have moved while the response was held.
    timeOfWorkspace(services, call.caller.workspace.id),
  ]);
  return viewPost(stored, { now, services }, { attempts, history });
}

async function find(call: Call<'posts.get'>): Promise<StoredPost> {
  const stored = await findPost(call.services.store.db, call.caller.workspace.id, call.params.id);
  if (stored) return stored;
  throw noSuchPost(call.params.id);
}

function mayStillChange({ post }: StoredPost): boolean {
  return !SETTLED_POST_STATUSES.includes(post.status);
}

/** Everything about a post that a waiting read watches for changes. */
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
