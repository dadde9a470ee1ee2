import { expect, it } from 'vitest';
import { examplePost } from '../../../contract/examples.js';
import { Post } from '../../../contract/posts/posts.js';
import { postText } from './post-text.js';

it('shows how a published post differs from what was sent, and what to do', () => {
  const [target] = examplePost.targets;
  const warning = { code: 'media_missing', message: 'Published without its image.', action: 'Look at it.' };
  const post = Post.parse({
    ...examplePost,
    id: 'post_1',
    status: 'published',
    targets: [{ ...target, status: 'published', warnings: [warning] }],
  });
  const text = postText(post, { width: null, style: (_, words) => words });
  expect(text).toContain('Warning: Published without its image. Look at it. (media_missing)');
});
