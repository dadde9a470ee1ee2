import type { Post } from '../../contract/posts.js';
import { fittingRows } from '../answer.js';
import { handle } from '../handler.js';
import type { Facts } from '../render-text.js';
import { listPosts } from '../tools/list-posts.js';
import { excerptOf, postFacts, postUntrusted, spokenTime } from './post-facts.js';

const DEFAULT_LIMIT = 10;

export const callListPosts = handle(listPosts, async (input, call) => {
  const { status, platform, accountId, text, idempotencyKey, order, cursor } = input;
  const query = {
    limit: input.limit ?? DEFAULT_LIMIT,
    ...(status && { status }),
    ...(platform && { platform: [platform] }),
    ...(accountId && { accountId }),
    ...(text && { text }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(order && { order }),
    ...(cursor && { cursor }),
  };
  const [first] = await Promise.all([call.client.posts.list(query, call.request()), call.me()]);
  const detailed = input.response_format === 'detailed';
  const rowsOf = (posts: readonly Post[]): Facts[] => posts.map(detailed ? detailedRow : conciseRow);

  // A page that is too long is asked for again, shorter: its cursor then leads to what was left out.
  const fitting = fittingRows(rowsOf(first.data));
  const page =
    fitting < first.data.length
      ? await call.client.posts.list({ ...query, limit: Math.max(1, fitting) }, call.request())
      : first;
  const more = page.nextCursor !== null;
  const shortened =
    page === first ? '' : ` ${page.data.length} of the ${query.limit} asked for fit into one answer.`;
  return {
    message:
      page.data.length === 0
        ? 'No posts match.'
        : `${count(page.data.length)}${more ? '; there are more' : ''}.${shortened}`,
    facts: { posts: rowsOf(page.data), nextCursor: page.nextCursor },
    untrusted: detailed ? page.data.flatMap(postUntrusted) : [],
    next: more
      ? `The same call with cursor "${page.nextCursor}" for the rest`
      : page.data.length > 0
        ? 'postrider_get_post with an id for URLs and diagnostics'
        : undefined,
  };
});

const count = (posts: number): string => `${posts} post${posts === 1 ? '' : 's'}`;

function conciseRow(post: Post): Facts {
  const [only, ...others] = post.targets;
  return {
    id: post.id,
    status: post.status,
    when: post.when ? `${spokenTime(post.when)}, ${post.when.relative}` : undefined,
    networks: post.targets.map(({ platform, status }) =>
      status === post.status || status === 'pending' ? platform : `${platform} ${status}`,
    ),
    url: only && others.length === 0 ? only.url : undefined,
    failed: [...new Set(post.targets.flatMap(({ error }) => error?.code ?? []))].join(', ') || undefined,
    text: excerptOf(post.text),
  };
}

function detailedRow(post: Post): Facts {
  return { ...postFacts(post), text: excerptOf(post.text), reviewUrl: post.reviewUrl };
}
