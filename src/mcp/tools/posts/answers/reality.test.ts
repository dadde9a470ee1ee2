import { expect, it } from 'vitest';
import { examplePost } from '../../../../contract/examples.js';
import { Post } from '../../../../contract/posts/posts.js';
import { LIMITED_VISIBILITY } from '../../../../networks/who-sees.js';
import { statusSentence } from './post-sentences.js';
import { isPublic, realityLines } from './reality.js';

const [target] = examplePost.targets;
const KEPT_PRIVATE = 'YouTube will keep this video private, whatever its privacy says.';

const issue = (code: string, message: string) => ({
  code,
  severity: 'warning',
  message,
  accountId: 'acc_youtube',
  platform: 'youtube',
});

/** A post that is published on a real account of X and of YouTube. */
const publishedPost = (fields: Partial<Record<keyof Post, unknown>> = {}): Post =>
  Post.parse({
    ...examplePost,
    id: 'post_1',
    status: 'published',
    targets: (['x', 'youtube'] as const).map((platform) => ({
      ...target,
      platform,
      accountId: `acc_${platform}`,
      simulated: false,
      status: 'published',
    })),
    issues: [],
    overrides: [],
    ...fields,
  });

const linesOf = (post: Post): string[] =>
  realityLines(post.targets, !isPublic(post.targets, post, post.issues));

it('calls a post public that nothing limits, whatever it costs', () => {
  const post = publishedPost({ issues: [issue('account_standing', 'X charges $0.20 for this post.')] });
  expect(statusSentence(post)).toBe('Published on x, youtube (for real, public).');
  expect(linesOf(post)).toEqual(['Real network: what is published is public.']);
});

it('never calls a post public whose visibility the review of an app limits', () => {
  const post = publishedPost({ issues: [issue(LIMITED_VISIBILITY, KEPT_PRIVATE)] });
  expect(statusSentence(post)).toBe(`Published on x, youtube (for real). ${KEPT_PRIVATE}`);
  expect(linesOf(post)).toEqual(['Real network: this is not a simulation.']);
});

it('never calls a post public that its own options keep private, or send to an inbox', () => {
  const hidden = publishedPost({ overrides: [{ target: 'youtube', privacy: 'private' }] });
  expect(statusSentence(hidden)).toBe(
    'Published on x, youtube (for real). The privacy on YouTube is private.',
  );
  const draft = publishedPost({
    targets: [{ ...target, platform: 'tiktok', accountId: 'acc_t', simulated: false, status: 'publishing' }],
    overrides: [{ target: 'tiktok', options: { publishTo: 'inbox' } }],
    status: 'publishing',
  });
  expect(statusSentence(draft)).toContain('on tiktok (for real)');
  expect(linesOf(hidden).concat(linesOf(draft)).join()).not.toContain('public');
});

it('says nothing about who can see what failed', () => {
  const post = publishedPost();
  const [x, youtube] = post.targets;
  const failed = {
    ...post,
    issues: publishedPost({ issues: [issue(LIMITED_VISIBILITY, KEPT_PRIVATE)] }).issues,
  };
  const targets = [x, { ...youtube, status: 'failed' }] as Post['targets'];
  expect(statusSentence({ ...failed, status: 'partially_published', targets })).not.toContain(KEPT_PRIVATE);
});
