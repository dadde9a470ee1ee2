import { linkedinMember, linkedinPage } from '../../support/networks/sign-in/linkedin.js';
import { walkNetwork } from './walk.js';

const posts = [
  { text: 'We are hiring.' },
  { text: 'Our new roastery.', file: 'photo.jpg' },
  { text: 'How we roast.', file: 'upright.mp4' },
];

walkNetwork({ signIn: linkedinMember, renews: false, posts });

walkNetwork({
  signIn: linkedinPage,
  renews: false,
  posts,
  choose: {
    inPage: (page) => page.locator(`input[value="${linkedinPage.networkUserId}"]`).check(),
    inTerminal: 'urn:li:organization:90417326',
  },
});
