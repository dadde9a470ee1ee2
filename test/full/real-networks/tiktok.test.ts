import { tiktok } from '../../../src/backend/simulators/over-http/sign-in/tiktok.js';
import { walkNetwork } from './walk.js';

const profile = { privacy: 'private' };
const inbox = { publishTo: 'inbox' };

walkNetwork({
  signIn: tiktok,
  renews: true,
  posts: [
    { text: 'How we bake.', files: ['long.mp4'], fields: profile },
    { text: 'Fresh bread.', files: ['photo.jpg'], fields: profile },
    { text: 'Before and after.', files: ['photo.jpg', 'photo.webp'], fields: profile },
    { text: 'How we will bake.', files: ['long.mp4'], fields: inbox },
    { text: 'Bread to come.', files: ['photo.jpg'], fields: inbox },
    { text: 'After and before.', files: ['photo.jpg', 'photo.webp'], fields: inbox },
  ],
});
