import { expect, it } from 'vitest';
import type { Platform } from '../../contract/platforms.js';
import type { MediaFacts } from '../media-facts.js';
import { type PreflightAccount, preflight } from '../preflight.js';

const photo: MediaFacts = {
  key: 'photo',
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 400_000,
  width: 1080,
  height: 1080,
  durationSeconds: null,
  framesPerSecond: null,
  codecs: [],
};
const HERE = 'http://127.0.0.1:4747';

function codesOf(
  platform: Platform,
  account: Partial<PreflightAccount>,
  media: readonly MediaFacts[],
  unreachableUrl: string | null,
) {
  const [report] = preflight({
    post: { text: 'Hello', mediaUrls: media.map(({ key }) => key) },
    accounts: [{ id: 'acc_1', platform, handle: '@northwind', healthStatus: 'healthy', ...account }],
    media: new Map(media.map((file) => [file.key, file])),
    canConvert: false,
    unreachableUrl,
    mode: 'now',
    now: new Date(),
  });
  return report?.errors.map(({ code }) => code);
}

it.each([
  ['refuses a file that the network cannot fetch', 'threads', { appReview: null }, [photo], HERE, true],
  ['accepts it at a public address', 'threads', { appReview: null }, [photo], null, false],
  ['accepts a text without files', 'threads', { appReview: null }, [], HERE, false],
  ['accepts it on a simulated network', 'threads', {}, [photo], HERE, false],
  ['accepts it where files are uploaded', 'x', { appReview: null }, [photo], HERE, false],
  ['refuses it on Instagram', 'instagram', { appReview: null }, [photo], HERE, true],
] as const)('%s', (_, platform, account, media, unreachableUrl, isRefused) => {
  expect(codesOf(platform, account, media, unreachableUrl)?.includes('media_not_reachable')).toBe(isRefused);
});
