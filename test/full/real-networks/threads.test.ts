import { threads } from '../../support/networks/sign-in/threads.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: threads,
  // Its tokens renew themselves before they expire, and cannot afterwards.
  renews: false,
  posts: [
    { text: 'We are open on Sunday.' },
    { text: 'Fresh bread.', file: 'photo.jpg' },
    { text: 'How we bake.', file: 'upright.mp4' },
    { text: 'Before and after.', file: ['photo.jpg', 'photo.png'] },
  ],
});
