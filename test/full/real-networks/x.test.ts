import { x } from '../../support/networks/sign-in/x.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: x,
  renews: true,
  posts: [
    { text: 'We are open on Sunday.' },
    { text: 'Fresh bread.', file: 'photo.jpg' },
    { text: 'How we bake.', file: 'film.mp4' },
  ],
});
