import type { Post, Target } from '../../../contract/posts/posts.js';
import { boardForModel } from '../../../networks/boards.js';
import type { Facts } from '../../answers/render-text.js';
import { safeUrl, unsafeBoards } from '../../answers/untrusted.js';
import { handle } from '../../handler.js';
import { fittingPage, noneOf, restOf } from '../shared/fitting-page.js';
import { listRange } from '../shared/list-range.js';
import { rowTime } from '../shared/time-facts.js';
import { timeRefused } from '../shared/written-time.js';
import { excerptOf, missingParts, partName, postFacts, postUntrusted } from './answers/post-facts.js';
import { listPosts } from './list-posts.definition.js';

const DEFAULT_LIMIT = 10;

export const callListPosts = handle(listPosts, async (input, call) => {
  const { status, platform, accountId, kind, label, text, idempotencyKey, order, cursor } = input;
  const range = await listRange(input, call);
  if (!range.ok) return timeRefused(range.refusal, range.field);
  const query = {
    ...range.query,
    ...(status && { status }),
    ...(platform && { platform: [platform] }),
    ...(accountId && { accountId }),
    ...(kind && { kind }),
    ...(label && { label }),
    ...(text && { text }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(order && { order }),
    ...(cursor && { cursor }),
  };
  const detailed = input.response_format === 'detailed';
  const { page, rows, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    async (limit) => {
      const listed = await call.client.posts.list({ ...query, limit }, call.request());
      const { timezone } = await call.present();
      return { data: listed.data, nextCursor: listed.nextCursor, timezone };
    },
    ({ data, timezone }) => data.map((post) => (detailed ? detailedRow(post) : conciseRow(post, timezone))),
  );
  const { nextCursor } = page;
  return {
    message:
      rows.length === 0
        ? noneOf('posts', nextCursor)
        : `${count(rows.length)}${nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: { posts: rows, nextCursor },
    untrusted: page.data.flatMap((post) => (detailed ? postUntrusted(post) : unsafeBoards(post.targets))),
    next:
      restOf(nextCursor) ??
      (rows.length > 0 ? 'postrider_get_post with an id shows URLs and diagnostics' : undefined),
  };
});

const count = (posts: number): string => `${posts} post${posts === 1 ? '' : 's'}`;

function conciseRow(post: Post, zone: string): Facts {
  const [only, ...others] = post.targets;
  return {
    id: post.id,
    status: post.status,
    when: post.when ? rowTime(post.when, zone) : undefined,
    proposed:
      post.proposed && (post.proposed.when ? rowTime(post.proposed.when, zone) : post.proposed.scheduleMode),
    networks: post.targets.map(({ platform, status }) =>
      status === post.status || status === 'pending' ? platform : `${platform} ${status}`,
    ),
    boards: boardsOf(post),
    url: only && others.length === 0 ? safeUrl(only.url) : undefined,
    failed: codesOf(post, ['failed', 'missed']),
    delayedBy: codesOf(post, ['publishing']),
    missing: [...new Set(post.targets.flatMap(missingParts).map(partName))].join(', ') || undefined,
    text: excerptOf(post.text),
  };
}

/** The boards to which it goes, without names that could be read as prose. */
function boardsOf({ targets }: Post): string | undefined {
  return targets.flatMap(({ board }) => (board ? boardForModel(board) : [])).join('; ') || undefined;
}

/** The error codes of the targets with one of these statuses. */
function codesOf({ targets }: Post, statuses: readonly Target['status'][]): string | undefined {
  const codes = targets.flatMap(({ status, error }) =>
    error !== null && statuses.includes(status) ? error.code : [],
  );
  return [...new Set(codes)].join(', ') || undefined;
}

function detailedRow(post: Post): Facts {
  return { ...postFacts(post), text: excerptOf(post.text), reviewUrl: post.reviewUrl };
}
