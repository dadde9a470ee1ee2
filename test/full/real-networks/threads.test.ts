import { threads } from '../../../src/backend/simulators/over-http/sign-in/threads.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: threads,
  announces: ({ accountId, postId, commentId }) => ({
    ...{ app_id: '123456', topic: 'moderate', target_id: accountId, time: 1_764_115_200 },
    ...{ subscription_id: '234567', has_uid_field: false },
    values: {
      field: 'replies',
      value: { id: commentId, replied_to: { id: postId }, root_post: { id: postId, owner_id: accountId } },
    },
  }),
  renews: true,
  posts: [
    { text: 'We are open on Sunday.', thread: ['From nine to five.', 'With cake.'] },
    { text: 'What we bake.', link: 'https://fernhill.example/bread' },
    { text: 'Fresh bread.', files: ['photo.jpg'] },
    { text: 'How we bake.', files: ['upright.mp4'] },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'The oven, and how we use it.', files: ['photo.jpg', 'upright.mp4'] },
  ],
});
