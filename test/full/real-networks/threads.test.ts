import { threads } from '../../support/networks/sign-in/threads.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: threads,
  // Its tokens renew themselves before they expire, and cannot afterwards.
  renews: false,
  answers: true,
  posts: [
    { text: 'We are open on Sunday.', thread: ['From nine to five.', 'With cake.'] },
    { text: 'What we bake.', link: 'https://fernhill.example/bread' },
    { text: 'Fresh bread.', files: ['photo.jpg'] },
    { text: 'How we bake.', files: ['upright.mp4'] },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'The oven, and how we use it.', files: ['photo.jpg', 'upright.mp4'] },
  ],
});
