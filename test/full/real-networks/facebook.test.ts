import { facebook } from '../../support/networks/sign-in/facebook.js';
import { fillOptions } from './fill-options.js';
import { walkNetwork } from './walk.js';

walkNetwork({
  signIn: facebook,
  renews: false,
  posts: [
    { text: 'We are open on Sunday.' },
    { text: 'Our new roastery.', file: 'photo.jpg' },
    {
      text: 'How we roast.',
      file: 'upright.mp4',
      set: ['facebook.postType=reel'],
      fill: fillOptions({ postType: 'reel' }),
    },
  ],
  choose: {
    inPage: (page) => page.locator('input[value="104862759130844"]').check(),
    inTerminal: '104862759130844',
  },
});
