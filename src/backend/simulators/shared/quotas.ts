import type { JsonObject } from '../../../base/json.js';
import type { ErrorRow, NetworkErrors } from '../../networks/refusals/read-refusal.js';
import type { WireResponse } from '../../networks/wire.js';
import type { SimulatedAccount, SimulatorContext } from '../simulator.js';
import { answeredBy } from './thread-of.js';
import { endOf, startOf, type Window } from './windows.js';

/** A limit on the posts of one account within a window, and the error for one more. */
export interface Quota {
  readonly max: number;
  readonly window: Window;
  /** What counts: all posts, only posts that start a conversation, or only replies. */
  readonly of: 'posts' | 'openings' | 'answers';
  readonly refusal: ErrorRow;
}

/** The network's error if a quota is exhausted; null: it is not. */
export async function overQuota(
  quotas: readonly Quota[],
  errors: NetworkErrors,
  account: SimulatedAccount,
  context: SimulatorContext,
  fields: JsonObject,
): Promise<WireResponse | null> {
  if (context.unlimited === true) return null;
  for (const quota of quotas) {
    if (!concerns(quota, errors, fields) || !(await isUsedUp(quota, errors, account, context))) continue;
    const answer = errors.answer(quota.refusal);
    const resetAt = endOf(quota.window, context.now);
    return {
      ...answer,
      headers: { ...answer.headers, ...errors.rateLimitHeaders?.(resetAt, context.now) },
    };
  }
  return null;
}

function concerns({ of }: Quota, { platform }: NetworkErrors, fields: JsonObject): boolean {
  return of === 'posts' || (answeredBy(platform, fields) !== null) === (of === 'answers');
}

async function isUsedUp(
  { max, window, of }: Quota,
  { platform }: NetworkErrors,
  { networkUserId }: SimulatedAccount,
  { memory, now }: SimulatorContext,
): Promise<boolean> {
  const since = startOf(window, now);
  const made = await memory.countPosts(networkUserId, since);
  if (made < max || of === 'posts') return made >= max;
  const posts = await memory.postsOf(networkUserId, since, made);
  const answers = posts.filter(({ rawCall }) => answeredBy(platform, rawCall) !== null).length;
  return (of === 'answers' ? answers : posts.length - answers) >= max;
}
