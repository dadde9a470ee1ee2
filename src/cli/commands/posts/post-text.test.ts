import { expect, it } from 'vitest';
import { exampleDraft, examplePost } from '../../../contract/examples.js';
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

it('says of a draft in the inbox of an app what is left to do', () => {
  const [target] = examplePost.targets;
  const draft = { ...target, platform: 'tiktok', status: 'in_inbox', url: null };
  const post = Post.parse({ ...examplePost, status: 'in_inbox', targets: [draft] });
  const text = postText(post, { width: null, style: (_, words) => words });
  expect(text).toContain('It is in your TikTok inbox: finish it in the app.');
  expect(text).not.toContain('published');
});

it('shows when a draft would be published if it is approved', () => {
  const screen = { width: null, style: (_: unknown, words: string) => words };
  const textOf = (proposed: Post['proposed']) => postText(Post.parse({ ...exampleDraft, proposed }), screen);
  const proposal = { timezone: 'UTC', slotId: null, together: false, scheduledAt: null, when: null };
  expect(textOf({ ...proposal, scheduleMode: 'now' })).toContain('as soon as it is approved');
  expect(textOf({ ...proposal, scheduleMode: 'queue' })).toContain('the next open slot');
  const scheduled = { ...proposal, scheduleMode: 'schedule' as const, when: examplePost.when };
  expect(textOf(scheduled)).toMatch(/Proposed\s+\w{3} \d/);
});
