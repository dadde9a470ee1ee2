import { pinterest } from '../../../src/backend/simulators/over-http/sign-in/pinterest.js';
import { walkNetwork } from './walk.js';

/** The name of a board, as the composer offers it and a terminal takes it. */
const fields = { boardId: 'Coffee corner' };

walkNetwork({
  signIn: pinterest,
  board: 'Recipes',
  renews: true,
  posts: [
    { text: 'Fresh bread.', files: ['photo.jpg'], fields, link: 'https://fernhill.example/bread' },
    // It goes to the default board.
    { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
    { text: 'How we bake.', files: ['long.mp4'], fields, cover: 'photo.jpg' },
  ],
});
