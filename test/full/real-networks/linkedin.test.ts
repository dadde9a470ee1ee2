import { linkedinMember, linkedinPage } from '../../../src/backend/simulators/over-http/sign-in/linkedin.js';
import { walkNetwork } from './walk.js';

const posts = [
  { text: 'We are hiring.', firstComment: 'Write to us.' },
  { text: 'What we roast.', link: 'https://fernhill.example/beans' },
  { text: 'Our new roastery.', files: ['photo.jpg'] },
  { text: 'Before and after.', files: ['photo.jpg', 'photo.png'] },
  { text: 'How we roast.', files: ['upright.mp4'] },
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
