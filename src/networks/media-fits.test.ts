import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../contract/platforms.js';
import type { MediaFacts } from './media-facts.js';
import { mediaFits } from './media-fits.js';

const image = (contentType: string, bytes: number, width = 1080, height = 1080): MediaFacts => ({
  key: 'image',
  kind: 'image',
  contentType,
  bytes,
  width,
  height,
  durationSeconds: null,
  framesPerSecond: null,
  codecs: [],
});

const video = (durationSeconds: number, width = 1080, height = 1920): MediaFacts => ({
  ...image('video/mp4', 12_000_000, width, height),
  key: 'video',
  kind: 'video',
  durationSeconds,
  framesPerSecond: 30,
  codecs: ['h264', 'aac'],
});

const NO_IMAGES = { youtube: 'error' } as const;

describe('mediaFits', () => {
  it.each([
    [
      'a small PNG',
      image('image/png', 400_000),
      { ...NO_IMAGES, instagram: 'converted', tiktok: 'converted' },
    ],
    [
      'a JPEG of 9 MB',
      image('image/jpeg', 9_000_000),
      {
        ...NO_IMAGES,
        linkedin: 'warning',
        x: 'converted',
        instagram: 'converted',
        threads: 'converted',
        bluesky: 'converted',
        facebook: 'converted',
      },
    ],
    [
      'a WebP',
      image('image/webp', 400_000),
      {
        ...NO_IMAGES,
        linkedin: 'converted',
        instagram: 'converted',
        threads: 'converted',
        pinterest: 'converted',
        facebook: 'converted',
      },
    ],
    ['a vertical video of 30 s', video(30), {}],
    ['a vertical video of 90 s', video(90), { tiktok: 'error' }],
  ] as const)('%s', (_name, file, others: Partial<Record<string, string>>) => {
    const fits = mediaFits(file, { canConvert: true });
    const statuses = PLATFORMS.map((platform) => [platform, fits[platform].status]);
    const expected = PLATFORMS.map((platform) => [platform, others[platform] ?? 'ok']);
    expect(statuses).toEqual(expected);
  });

  it('describes the conversion of an image, or how to fix it without a converter', () => {
    const png = image('image/png', 400_000);
    expect(mediaFits(png, { canConvert: true }).instagram).toEqual({
      status: 'converted',
      code: 'media_converted',
      message: 'The PNG is sent to Instagram as JPEG. Transparent areas become white.',
    });
    expect(mediaFits(png, { canConvert: false }).instagram).toEqual({
      status: 'error',
      code: 'media_type_unsupported',
      message:
        'Instagram accepts image/jpeg here, but this image is image/png. Upload a JPEG of at most 8.39 MB, or install sharp on the server (npm install sharp) so that Postrider converts images.',
    });
    expect(mediaFits(image('image/jpeg', 9_000_000), { canConvert: true }).bluesky.message).toBe(
      'The JPEG is sent to Bluesky compressed to fit 1 MB.',
    );
    const large = mediaFits(image('image/png', 3_000_000, 4000, 3000), { canConvert: true }).tiktok;
    expect(large.message).toBe(
      'The PNG is sent to TikTok as JPEG, scaled to 1440×1080. Transparent areas become white.',
    );
  });

  it('has the post types if only some accept the file', () => {
    expect(mediaFits(video(90), { canConvert: true }).youtube).toEqual({
      status: 'ok',
      code: 'media_duration',
      message:
        'You can post it to YouTube as a standard video, but not as a Short. The video has a length of 90 s, but Postrider accepts at most 60 s for YouTube.',
    });
    expect(mediaFits(video(90), { canConvert: true }).instagram.message).toMatch(
      /^You can post it to Instagram in a carousel, but not as a reel or as a story\. /,
    );
  });

  it('never crops: an aspect ratio that a network does not accept is an error', () => {
    const wide = image('image/png', 400_000, 3000, 1000);
    expect(mediaFits(wide, { canConvert: true }).instagram).toMatchObject({ status: 'converted' });
    expect(mediaFits(wide, { canConvert: true }).instagram.message).toContain(
      'as a story, but not as a post',
    );
  });

  it('does not convert files over the service’s own limits', () => {
    const huge = mediaFits(image('image/jpeg', 51_000_000), { canConvert: true });
    expect(huge.bluesky).toMatchObject({ status: 'error', code: 'media_too_large' });
    expect(huge.bluesky.message).not.toContain('sharp');
  });

  it('uses the higher limits for accounts with a paid plan', () => {
    const long = { ...video(1500, 1920, 1080) };
    expect(mediaFits(long, { canConvert: true }).x.status).toBe('error');
    expect(mediaFits(long, { canConvert: true, premium: true }).x.status).toBe('ok');
  });
});
