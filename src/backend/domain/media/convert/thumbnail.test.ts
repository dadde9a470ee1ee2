import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CountedFile, fixture } from '../../../../../test/support/media/media-file.js';
import { loadSharp } from './sharp.js';
import { makeThumbnail } from './thumbnail.js';

const IMAGE = { kind: 'image' } as const;
const VIDEO = { kind: 'video' } as const;

/** The image library, which is installed wherever these tests run. */
async function sharpOf() {
  const library = await loadSharp();
  if (!library) throw new Error('sharp is not installed.');
  return library.default;
}

async function thumbnailOf(bytes: Uint8Array, found: Parameters<typeof makeThumbnail>[1] = IMAGE) {
  const thumbnail = await makeThumbnail(new CountedFile(bytes), found);
  if (!thumbnail) throw new Error('There is no thumbnail.');
  return thumbnail;
}

/** A PNG of one colour with one bit per pixel: a few kilobytes, however many pixels it decodes to. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  size[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

afterEach(() => {
  vi.doUnmock('sharp');
  vi.resetModules();
});

describe('a thumbnail', () => {
  it.each(['photo.jpg', 'photo.png', 'photo.webp', 'progressive.jpg', 'lossless.webp'])(
    'is always a JPEG: %s',
    async (name) => {
      const sharp = await sharpOf();
      const { format, width, height } = await sharp(await thumbnailOf(fixture(name))).metadata();
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 64, height: 36 });
    },
  );

  it.each([
    [3000, 2000, 640, 427],
    [1000, 4000, 160, 640],
  ])('of %i×%i is %i×%i pixels large', async (width, height, thumbWidth, thumbHeight) => {
    const sharp = await sharpOf();
    const image = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const made = await sharp(await thumbnailOf(image)).metadata();
    expect([made.width, made.height]).toEqual([thumbWidth, thumbHeight]);
  });

  it.each(['turned.jpg', 'turned.png', 'turned.webp'])(
    'has the orientation of the image applied, and no location: %s',
    async (name) => {
      const sharp = await sharpOf();
      const before = await sharp(fixture(name)).metadata();
      expect(before.exif).toBeDefined();
      expect(before.orientation).toBe(6);

      const thumbnail = await thumbnailOf(fixture(name));
      const { exif, orientation, width, height } = await sharp(thumbnail).metadata();
      expect({ exif, orientation, width, height }).toEqual({ width: 36, height: 64 });
      expect(Buffer.from(thumbnail).includes('Fernhill')).toBe(false);
      // The left half was dark; after the rotation it is on top.
      const pixels = await sharp(thumbnail).greyscale().raw().toBuffer();
      expect(pixels[18]).toBeLessThan(60);
      expect(pixels[63 * 36 + 18]).toBeGreaterThan(190);
    },
  );

  it('replaces transparency with white', async () => {
    const sharp = await sharpOf();
    const nothing = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const image = await sharp({ create: nothing }).png().toBuffer();
    const pixels = await sharp(await thumbnailOf(image))
      .raw()
      .toBuffer();
    expect(pixels[0]).toBe(255);
  });

  it('of a video is its embedded cover picture', async () => {
    const sharp = await sharpOf();
    const { width, height } = await sharp(await thumbnailOf(fixture('covered.mp4'), VIDEO)).metadata();
    expect([width, height]).toEqual([96, 54]);
  });
});

describe('no thumbnail', () => {
  it.each([
    ['for a video without a cover picture', fixture('film.mp4'), VIDEO],
    ['for a truncated video', fixture('covered.mp4').subarray(0, 2000), VIDEO],
    ['for an image that cannot be decoded', fixture('photo.png').subarray(0, 60), IMAGE],
    ['for an unsupported image type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), IMAGE],
  ])('is created %s', async (_name, bytes, found) => {
    expect(await makeThumbnail(new CountedFile(bytes), found)).toBeNull();
  });

  it('is created for a corrupted video, unless its cover is intact', async () => {
    const change = fc.tuple(fc.nat(10_000), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const bytes = fixture('covered.mp4');
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const thumbnail = await makeThumbnail(new CountedFile(bytes), VIDEO);
        expect(thumbnail === null || thumbnail.length > 0).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('is created for a video with tags nested a hundred thousand levels deep', async () => {
    const bytes = fixture('film.mp4');
    const heads = Array.from({ length: 100_000 }, (_, level) => {
      const head = Buffer.from('\0\0\0\0udta', 'latin1');
      head.writeUInt32BE((100_000 - level) * 8);
      return head;
    });
    const moovAt = bytes.indexOf('moov') - 4;
    bytes.writeUInt32BE(bytes.length - moovAt + 800_000, moovAt);
    expect(await makeThumbnail(new CountedFile(Buffer.concat([bytes, ...heads])), VIDEO)).toBeNull();
  });

  it('is created for an image of more than 100 million pixels', async () => {
    expect(await makeThumbnail(new CountedFile(blackPng(10_000, 9_000)), IMAGE)).not.toBeNull();
    expect(await makeThumbnail(new CountedFile(blackPng(10_000, 10_001)), IMAGE)).toBeNull();
  });

  it('is created if the image library is not installed', async () => {
    vi.resetModules();
    vi.doMock('sharp', () => {
      throw new Error("Cannot find package 'sharp'");
    });
    const { canConvert } = await import('./sharp.js');
    expect(await canConvert()).toBe(false);
    const { makeThumbnail: makeWithout } = await import('./thumbnail.js');
    expect(await makeWithout(new CountedFile(fixture('photo.jpg')), IMAGE)).toBeNull();
  });
});
