import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaRefused } from '../../../src/backend/domain/media/facts/media-refused.js';
import { readMediaFacts } from '../../../src/backend/domain/media/facts/read-media-facts.js';
import type { Issue } from '../../../src/contract/errors.js';
import { PLATFORMS, type Platform } from '../../../src/contract/platforms.js';
import { POST_TYPES, type PostType } from '../../../src/contract/posts/content.js';
import { preflight } from '../../../src/networks/preflight.js';
import { RULES, SOURCES } from '../../../src/networks/rules.js';
import { HAS_FFMPEG, makeFilms } from './make-videos.js';
import { OpenedFile } from './opened-file.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-films-'));

async function read(name: string) {
  const file = new OpenedFile(join(folder, name));
  try {
    return { ...(await readMediaFacts(file)), bytes: file.length, bytesRead: file.bytesRead };
  } finally {
    file.close();
  }
}

/** Every post format of a network: `youtube short`. */
const FORMS = PLATFORMS.flatMap((platform) =>
  POST_TYPES.filter((form) => RULES[platform].forms[form]).map((form) => ({ platform, form })),
);

/** What a network reports for a file in one post format. */
async function judge(name: string, platform: Platform, form: PostType): Promise<Issue[]> {
  const { warnings, bytesRead, ...facts } = await read(name);
  const [report] = preflight({
    post: { text: 'Now open', mediaUrls: [name], overrides: [{ target: platform, postType: form }] },
    accounts: [{ id: 'acc_1', platform, handle: '@fernhillcoffee', healthStatus: 'healthy' }],
    media: new Map([[name, { key: name, ...facts }]]),
    canConvert: false,
    mode: 'now',
    now: new Date('2026-12-01T08:00:00Z'),
  });
  return (report?.errors ?? []).filter((issue) => issue.code.startsWith('media_'));
}

/** Every rejection of a file by all networks: `youtube short: media_duration`. */
async function refusals(name: string): Promise<{ line: string; issue: Issue }[]> {
  const found = await Promise.all(
    FORMS.map(async ({ platform, form }) =>
      (await judge(name, platform, form)).map((issue) => ({
        line: `${platform} ${form}: ${issue.code}`,
        issue,
      })),
    ),
  );
  return found.flat();
}

beforeAll(() => {
  if (HAS_FFMPEG) makeFilms(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const FILM = { kind: 'video', contentType: 'video/mp4', framesPerSecond: 24, codecs: ['h264', 'aac'] };

describe.skipIf(!HAS_FFMPEG)('the facts of real files', () => {
  it.each([
    ['vertical.mp4', { ...FILM, width: 720, height: 1280, durationSeconds: 10, warnings: [] }],
    ['wide.mp4', { ...FILM, width: 1280, height: 720, durationSeconds: 10 }],
    ['wide.mov', { ...FILM, width: 1280, height: 720, durationSeconds: 10, contentType: 'video/quicktime' }],
    ['four-fifths.mp4', { ...FILM, width: 864, height: 1080, durationSeconds: 10 }],
    ['faststart.mp4', { ...FILM, width: 1280, height: 720, durationSeconds: 10 }],
    ['fragmented.mp4', { ...FILM, width: 1280, height: 720, durationSeconds: expect.closeTo(10, 1) }],
    ['rotated.mp4', { ...FILM, width: 720, height: 1280, durationSeconds: 10 }],
    ['mute.mp4', { ...FILM, width: 1280, height: 720, durationSeconds: 10, codecs: ['h264'] }],
    ['one-minute.mp4', { ...FILM, width: 720, height: 1280, durationSeconds: 60 }],
    ['one-minute-one.mp4', { ...FILM, width: 720, height: 1280, durationSeconds: 61 }],
    [
      'sixteen-minutes.mp4',
      {
        ...FILM,
        ...{ width: 1280, height: 720, durationSeconds: expect.closeTo(960, 1) },
        // Concatenated from many copies, with a small gap between every two.
        framesPerSecond: expect.closeTo(24, 1),
      },
    ],
    ['wide.jpg', { kind: 'image', contentType: 'image/jpeg', width: 1920, height: 1080, warnings: [] }],
  ])('%s', async (name, expected) => {
    const { bytesRead, ...found } = await read(name);
    expect(found).toMatchObject(expected);
    // A few kilobytes, whatever its length.
    expect(bytesRead).toBeLessThan(24_000);
  });

  it.each([
    ['hevc.mov', 'media_type_unsupported', 'This is an HEVC video in a MOV file. Postrider accepts H.264'],
    ['vp9.mp4', 'media_type_unsupported', 'This is a VP9 video in an MP4 file. Postrider accepts H.264'],
    ['mp3-sound.mp4', 'media_type_unsupported', 'with MP3 sound. Postrider accepts AAC'],
    ['sound-only.mp4', 'media_type_unsupported', 'with sound and no picture'],
    ['film.mkv', 'media_type_unsupported', 'This is a Matroska video (MKV)'],
    ['cut-off.mp4', 'media_invalid', 'bytes are missing'],
    ['cut-off-faststart.mp4', 'media_invalid', 'bytes are missing'],
  ])('%s is refused: %s', async (name, code, words) => {
    const refusal = await read(name).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MediaRefused);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(words) });
  });
});

/** Formats of at most a minute, by the service's rule or by the network's own. */
const SHORT_FORMS = [
  ...['instagram feed', 'instagram reel', 'instagram story', 'tiktok feed', 'youtube short'],
  ...['facebook reel', 'facebook story'],
];
/** Formats that do not accept images. */
const ONLY_VIDEO = ['instagram reel', 'youtube feed', 'youtube short', 'facebook reel'];

const because = (code: string, forms: readonly string[]) => forms.map((form) => `${form}: ${code}`);

/** Which networks reject which file, and why. A file that is not listed is accepted by all ten. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'vertical.mp4': [],
  'rotated.mp4': [],
  'four-fifths.mp4': [],
  'one-minute.mp4': [],
  'wide.mp4': ['youtube short: media_aspect_ratio'],
  'faststart.mp4': ['youtube short: media_aspect_ratio'],
  'fragmented.mp4': ['youtube short: media_aspect_ratio'],
  'wide.mov': ['linkedin feed: media_type_unsupported', 'youtube short: media_aspect_ratio'],
  'four-seconds.mp4': [
    'linkedin feed: media_too_small',
    ...because(
      'media_duration',
      SHORT_FORMS.filter((form) => !form.endsWith('story')),
    ),
  ],
  'one-minute-one.mp4': because('media_duration', SHORT_FORMS),
  'sixteen-minutes.mp4': [
    ...because('media_duration', [
      ...SHORT_FORMS,
      ...['youtube feed', 'threads feed', 'bluesky feed', 'pinterest feed'],
    ]),
    'youtube short: media_aspect_ratio',
  ],
  'square.jpg': because('media_type_unsupported', ONLY_VIDEO),
  'four-fifths.jpg': because('media_type_unsupported', ONLY_VIDEO),
  'wide.jpg': because('media_type_unsupported', ONLY_VIDEO),
  'panorama.jpg': [...because('media_type_unsupported', ONLY_VIDEO), 'instagram feed: media_aspect_ratio'],
};

describe.skipIf(!HAS_FFMPEG)('the checks of all networks on real files', () => {
  it('cover ten networks in all their formats', () => {
    expect(new Set(FORMS.map(({ platform }) => platform)).size).toBe(10);
    expect(FORMS.length).toBeGreaterThan(10);
  });

  it.each(Object.entries(VERDICTS))('%s', async (name, expected) => {
    const found = await refusals(name);
    expect(found.map(({ line }) => line).sort()).toEqual([...expected].sort());
  });

  it.each(Object.keys(VERDICTS))('name the rule in each rejection of %s', async (name) => {
    for (const { issue } of await refusals(name)) {
      const { message, fix, source, actual, limit, allowed, accountId, platform } = issue;
      expect(message).toMatch(/accepts/);
      expect(fix).toMatch(/\.$/);
      expect(Object.values(SOURCES).map(({ where }) => where)).toContain(source);
      expect(actual).toBeDefined();
      expect(limit ?? allowed).toBeDefined();
      expect({ accountId, platform }).toEqual({ accountId: 'acc_1', platform: expect.any(String) });
    }
  });

  it.each<[string, Platform, PostType, string]>([
    [
      'one-minute-one.mp4',
      'youtube',
      'short',
      'a length of 61 s, but Postrider accepts at most 60 s for YouTube',
    ],
    [
      'one-minute-one.mp4',
      'instagram',
      'reel',
      'a length of 61 s, but Postrider accepts at most 60 s for Instagram',
    ],
    [
      'one-minute-one.mp4',
      'facebook',
      'reel',
      'a length of 61 s, but Postrider accepts at most 60 s for Facebook',
    ],
    [
      'one-minute-one.mp4',
      'tiktok',
      'feed',
      'a length of 61 s, but Postrider accepts at most 60 s for TikTok',
    ],
    ['four-seconds.mp4', 'tiktok', 'feed', 'a length of 4 s, but Postrider accepts at least 5 s for TikTok'],
    ['sixteen-minutes.mp4', 'youtube', 'feed', 's, but Postrider accepts at most 900 s for YouTube'],
    ['sixteen-minutes.mp4', 'threads', 'feed', 's, but Threads accepts at most 300 s'],
    ['wide.mov', 'linkedin', 'feed', 'LinkedIn accepts video/mp4 here, but this video is video/quicktime'],
    [
      'wide.mp4',
      'youtube',
      'short',
      'The video is 1280×720, an aspect ratio of 1.78, but YouTube accepts at most 1',
    ],
  ])('%s at %s (%s): %s', async (name, platform, form, words) => {
    expect((await judge(name, platform, form)).map(({ message }) => message).join(' ')).toContain(words);
  });
});
