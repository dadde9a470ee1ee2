import { instagram } from '../../support/networks/sign-in/instagram.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: instagram,
  // Its tokens renew themselves before they expire, and cannot afterwards.
  renews: false,
  posts: [
    { text: 'Fresh bread.', file: 'photo.jpg' },
    { text: 'How we bake.', file: 'upright.mp4' },
    { text: 'Before and after.', file: ['photo.jpg', 'photo.png'] },
  ],
});
