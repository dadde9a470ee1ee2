import { facebook } from '../../../src/backend/simulators/over-http/sign-in/facebook.js';
import { walkNetwork } from './walk.js';

const STORY = { postType: 'story' };

walkNetwork({
  signIn: facebook,
  renews: false,
  posts: [
    { text: 'We are open on Sunday.', firstComment: 'From nine to five.' },
    { text: 'What we roast.', link: 'https://fernhill.example/beans' },
    { text: 'Our new roastery.', files: ['photo.jpg'] },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'A walk through the roastery.', files: ['long.mp4'] },
    { text: 'How we roast.', files: ['upright.mp4'], fields: { postType: 'reel' } },
    { text: 'Open now.', files: ['photo.jpg'], fields: STORY },
    { text: 'Open now, in motion.', files: ['upright.mp4'], fields: STORY },
  ],
  choose: {
    inPage: (page) => page.locator('input[value="104862759130844"]').check(),
    inTerminal: '104862759130844',
  },
  announces: ({ accountId, postId, commentId }) => ({
    object: 'page',
    entry: [
      {
        id: accountId,
        time: 1_764_115_200,
        changes: [
          {
            field: 'feed',
            value: { item: 'comment', verb: 'add', post_id: postId, comment_id: commentId },
          },
        ],
      },
    ],
  }),
});
