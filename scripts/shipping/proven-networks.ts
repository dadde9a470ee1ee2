import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { type Checked, readChecked } from './checked-networks.js';
import { ROOT } from './package-facts.js';
import { tableOf } from './tools-page.js';

/** What Postrider does at a network. */
type Deed = 'connect' | 'publish' | 'inbox' | 'numbers';

/** What `npm run test:networks` does at real servers: a Bluesky server with its app view, and snac2. */
const AT_REAL_SERVERS: Readonly<Partial<Record<Platform, readonly Deed[]>>> = {
  bluesky: ['connect', 'publish', 'inbox', 'numbers'],
  mastodon: ['connect', 'publish', 'inbox', 'numbers'],
};

/** What a walk does: it has to do all of these that the network offers (`test/full/real-networks/walk.ts`). */
const WALKED: readonly Deed[] = ['connect', 'publish', 'inbox'];

const isWalked = (platform: Platform, deed: Deed): boolean =>
  WALKED.includes(deed) && existsSync(join(ROOT, 'test/full/real-networks', `${platform}.test.ts`));

/** What nobody has tried yet, and is most likely to fail. */
const TRY_FIRST: Readonly<Record<Platform, string>> = {
  linkedin: 'Publish text as a member, then an image with alt text. Open the address that Postrider shows.',
  x: 'Publish text, then a thread of two posts: whether self-serve access allows replies to your own posts is not known.',
  instagram:
    'Give yourself a role on the app, and publish one image from a backend with a public https address. Then answer a comment on it.',
  tiktok: 'Send a video to the inbox (`publishTo: inbox`), which needs no audit. Then publish one privately.',
  youtube: 'Upload a short private video. Publish the consent screen first, or access ends after 7 days.',
  threads:
    'Publish text as a tester of the app, then an image from a public https address, then a thread of two.',
  bluesky:
    'Publish a video and answer a direct message: no server for either is published, so both were only simulated.',
  mastodon: 'Publish a video, and a direct message: snac2 speaks Mastodon’s API, but not all of it.',
  pinterest:
    'With Trial access, pin one image to a board of the sandbox: anywhere else Pinterest refuses it (code 29), so Postrider sends it there. With Standard access, connect again, and pin one image to a secret board.',
  facebook:
    'Publish text to a page of your own, then a photo with alt text, then a video and a reel. Then answer a comment below each.',
};

function isOffered(platform: Platform, deed: Deed): boolean {
  const { adapter, connector } = NETWORKS[platform];
  if (deed === 'connect') return connector !== undefined;
  if (deed === 'inbox') return adapter.comments !== undefined || adapter.messages !== undefined;
  return deed === 'publish' || adapter.metrics !== undefined;
}

function proofOf(platform: Platform, deed: Deed, { isOfficial }: Checked): string {
  if (!isOffered(platform, deed)) return 'not offered';
  if (AT_REAL_SERVERS[platform]?.includes(deed)) return 'a real server';
  const proofs = [
    // Descriptions have no sign-in pages.
    ...(isOfficial && deed !== 'connect' ? ['an official description'] : []),
    ...(isWalked(platform, deed) ? ['a walk'] : []),
  ];
  return proofs.length === 0 ? 'our simulator only' : proofs.join(', ');
}

const DEEDS: readonly Deed[] = ['connect', 'publish', 'inbox', 'numbers'];

/** What each part of each network is proven against, and what to try with a real account. */
export function provenSection(): string[] {
  const checked = readChecked();
  return [
    '## What is proven, and what to try first',
    '',
    'What the tests of each part run against. A real server: the software of the network itself, or one that speaks its API. An official description: requests and answers fit it, as the next section says. A walk: a person connects an account, chooses, publishes every form of post, answers a comment, loses access, reconnects and disconnects, once in the dashboard with Chromium and once in a terminal, and the simulated network is asked over HTTP what it shows. None of them is an account at the network: if you have one, begin with the last column, and report what happens.',
    '',
    ...tableOf(
      ['network', ...DEEDS, 'try first'],
      PLATFORMS.map((platform) => [
        PLATFORM_NAMES[platform],
        ...DEEDS.map((deed) => proofOf(platform, deed, checked[platform])),
        TRY_FIRST[platform],
      ]),
    ),
    '',
  ];
}
