import { tiktok } from '../../support/networks/sign-in/tiktok.js';
import { fillOptions } from './fill-options.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: tiktok,
  renews: true,
  posts: [
    {
      text: 'How we bake.',
      file: 'long.mp4',
      set: ['tiktok.privacy=private'],
      fill: fillOptions({ privacy: 'private' }),
    },
  ],
});
