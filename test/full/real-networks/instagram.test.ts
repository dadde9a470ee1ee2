import { instagram } from '../../../src/backend/simulators/over-http/sign-in/instagram.js';
import { walkNetwork } from './walk.js';

const STORY = { postType: 'story' };

walkNetwork({
  signIn: instagram,
  renews: true,
  announces: ({ accountId, postId, commentId }) => ({
    object: 'instagram',
    entry: [
      {
        id: accountId,
        time: 1_764_115_200,
        changes: [
          { field: 'comments', value: { id: commentId, media: { id: postId }, text: 'Is it warm?' } },
        ],
      },
    ],
  }),
  posts: [
    { text: 'Fresh bread.', files: ['photo.jpg'], firstComment: 'Until it is sold out.' },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'The oven, and how we use it.', files: ['photo.jpg', 'upright.mp4'] },
    { text: 'How we bake.', files: ['upright.mp4'], fields: { postType: 'reel' }, cover: 'photo.jpg' },
    { text: 'Open now.', files: ['photo.jpg'], fields: STORY },
    { text: 'Open now, in motion.', files: ['upright.mp4'], fields: STORY },
  ],
});
