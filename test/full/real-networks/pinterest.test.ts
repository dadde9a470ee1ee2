import { pinterest } from '../../support/networks/sign-in/pinterest.js';
import { fillOptions } from './fill-options.js';
import { walkNetwork } from './walk.js';

const BOARD = '549755885175';
const onBoard = { set: [`pinterest.boardId=${BOARD}`], fill: fillOptions({ boardId: BOARD }) };

walkNetwork({
  signIn: pinterest,
  renews: true,
  posts: [
    { text: 'Fresh bread.', file: 'photo.jpg', ...onBoard },
    { text: 'How we bake.', file: 'long.mp4', ...onBoard },
  ],
});
