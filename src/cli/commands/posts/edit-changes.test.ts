import { expect, it } from 'vitest';
import { examplePost } from '../../../contract/examples.js';
import { Post } from '../../../contract/posts/posts.js';
import { fieldChanges } from './edit-changes.js';

const [target] = examplePost.targets;
const board = { id: '549755885176', name: 'Recipes', gone: false };
const post = Post.parse({
  ...examplePost,
  targets: [
    { ...target, accountId: 'acc_pin', platform: 'pinterest', board },
    { ...target, accountId: 'acc_video', platform: 'youtube' },
  ],
  overrides: [
    { target: 'acc_video', options: { categoryId: '1', tags: ['coffee'] } },
    { target: 'pinterest', boardId: board.id, options: { boardSectionId: '7' } },
  ],
});

it('shows what an edit changes by the names of ids, or by what they are', async () => {
  const overrides = [
    { target: 'acc_video', options: { categoryId: '10' } },
    { target: 'pinterest' as const, boardId: 'Garden', options: { boardSectionId: '8' } },
  ];
  expect(await fieldChanges({ post, changes: { overrides }, places: [], now: 0 })).toEqual([
    { name: 'acc_video.options.categoryId', before: 'Film & Animation (1)', after: 'Music (10)' },
    { name: 'pinterest.boardId', before: 'Recipes', after: 'Garden' },
    {
      name: 'pinterest.options.boardSectionId',
      before: 'board section 7 on Pinterest',
      after: 'board section 8 on Pinterest',
    },
  ]);
});
