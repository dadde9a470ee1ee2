import { expect, it } from 'vitest';
import { examplePost } from '../../../../contract/examples.js';
import { DELIVERY_WARNINGS } from '../../../../contract/posts/delivery-warnings.js';
import { Post } from '../../../../contract/posts/posts.js';
import { postFacts } from './post-facts.js';
import { statusSentence } from './post-sentences.js';

const [target] = examplePost.targets;
const warning = {
  code: 'media_missing' as const,
  message: 'Published without 1 of 2 images: the network accepted it, and does not show it.',
  action: DELIVERY_WARNINGS.media_missing.action,
};

it('says how a published post differs from what was sent, and what to do', () => {
  const post = Post.parse({
    ...examplePost,
    id: 'post_1',
    status: 'published',
    targets: [
      { ...target, platform: 'mastodon', status: 'published', warnings: [warning] },
      { ...target, accountId: 'acc_2', platform: 'x', status: 'published' },
    ],
  });
  expect(statusSentence(post)).toContain(` Warning, mastodon: ${warning.message}`);
  const { code, action } = warning;
  expect(postFacts(post)).toMatchObject({
    targets: [{ warnings: [{ code, action }] }, { warnings: undefined }],
  });
});
