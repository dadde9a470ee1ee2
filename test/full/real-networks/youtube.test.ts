import { youtube } from '../../../src/backend/simulators/over-http/sign-in/youtube.js';
import { walkNetwork } from './walk.js';

const fields = { title: 'At the bakery', privacy: 'public', madeForKids: 'false' };

walkNetwork({
  signIn: youtube,
  renews: true,
  posts: [
    {
      ...{ text: 'How we bake.', files: ['film.mp4'], fields },
      ...{ cover: 'photo.jpg', firstComment: 'Ask us anything.' },
    },
    { text: 'How we bake, in short.', files: ['upright.mp4'], fields: { ...fields, postType: 'short' } },
  ],
});
