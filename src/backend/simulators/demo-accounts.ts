import type { Platform } from '../../contract/platforms.js';

/** An account that a sandbox workspace is connected to from the start. */
export interface DemoAccount {
  readonly platform: Platform;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  readonly networkUserId: string;
  readonly credentials: Readonly<Record<string, string>>;
}

const NAME = 'Fernhill Coffee';

/** The token of a made-up account: nothing outside this backend knows it. */
const token = (platform: Platform) => ({ accessToken: `simulated-${platform}-fernhill` });

/** The same with what renews it, on networks whose tokens live for hours or days. */
const renewable = (platform: Platform) => ({
  ...token(platform),
  refreshToken: `simulated-${platform}-fernhill-renewal`,
});

/** One account on each network, all of one made-up coffee roaster. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    platform: 'linkedin',
    handle: 'fernhill-coffee',
    displayName: NAME,
    networkUserId: 'urn:li:organization:90417326',
    credentials: token('linkedin'),
  },
  {
    platform: 'x',
    handle: 'fernhillcoffee',
    displayName: NAME,
    networkUserId: '1582046139275870208',
    credentials: renewable('x'),
  },
  {
    platform: 'instagram',
    handle: 'fernhill.coffee',
    displayName: NAME,
    networkUserId: '17841405822304914',
    credentials: token('instagram'),
  },
  {
    platform: 'tiktok',
    handle: 'fernhillcoffee',
    displayName: NAME,
    networkUserId: '_000fernhill7Kq2mZt1vXcR9dLwB3',
    credentials: renewable('tiktok'),
  },
  {
    platform: 'youtube',
    handle: 'FernhillCoffee',
    displayName: NAME,
    networkUserId: 'UCfernhill0Cq9vT3xWm5sRz',
    credentials: renewable('youtube'),
  },
  {
    platform: 'threads',
    handle: 'fernhill.coffee',
    displayName: NAME,
    networkUserId: '7214908563318402',
    credentials: token('threads'),
  },
  {
    platform: 'bluesky',
    handle: 'fernhill.example',
    displayName: NAME,
    networkUserId: 'did:plc:fernhi4lc3offee5roasters',
    credentials: renewable('bluesky'),
  },
  {
    platform: 'mastodon',
    handle: 'fernhill',
    displayName: NAME,
    networkUserId: '109302845561127043',
    credentials: token('mastodon'),
  },
  {
    platform: 'pinterest',
    handle: 'fernhillcoffee',
    displayName: NAME,
    networkUserId: '872431690288154701',
    credentials: renewable('pinterest'),
  },
  {
    platform: 'facebook',
    handle: 'fernhillcoffee',
    displayName: NAME,
    networkUserId: '104862759130844',
    credentials: token('facebook'),
  },
];
