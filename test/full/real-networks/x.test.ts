import { x } from '../../../src/backend/simulators/over-http/sign-in/x.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: x,
  renews: true,
  posts: [
    { text: 'We are open on Sunday.', thread: ['From nine to five.', 'With cake.'] },
    { text: 'Fresh bread.', files: ['photo.jpg'] },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'How we bake.', files: ['film.mp4'] },
  ],
});
