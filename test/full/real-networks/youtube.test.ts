import { youtube } from '../../support/networks/sign-in/youtube.js';
import { fillOptions } from './fill-options.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: youtube,
  renews: true,
  posts: [
    {
      text: 'How we bake.',
      file: 'film.mp4',
      set: ['youtube.title=At the bakery', 'youtube.privacy=public', 'youtube.madeForKids=false'],
      fill: fillOptions({ title: 'At the bakery', privacy: 'public', madeForKids: 'false' }),
    },
  ],
});
