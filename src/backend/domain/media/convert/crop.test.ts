import { describe, expect, it } from 'vitest';
import { fixture } from '../../../../../test/support/media/media-file.js';
import { crop } from './crop.js';
import { NotConverted } from './render.js';
import { loadSharp } from './sharp.js';

async function sharpOf() {
  const library = await loadSharp();
  if (!library) throw new Error('sharp is not installed.');
  return library.default;
}

describe('cropping an image', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', 'jpeg'],
    ['photo.png', 'image/png', 'png'],
    ['photo.webp', 'image/webp', 'webp'],
  ])('keeps its type: %s', async (name, type, format) => {
    const sharp = await sharpOf();
    const part = await crop(fixture(name), { left: 4, top: 2, width: 30, height: 20 }, type);
    expect(await sharp(part).metadata()).toMatchObject({ format, width: 30, height: 20 });
  });

  it('takes the part of the upright image, without the location', async () => {
    const sharp = await sharpOf();
    // Upright, it is 36 wide and 64 high, dark in its upper half.
    const part = await crop(fixture('turned.jpg'), { left: 0, top: 40, width: 36, height: 24 }, 'image/jpeg');
    const { width, height, orientation, exif } = await sharp(part).metadata();
    expect({ width, height, orientation, exif }).toEqual({ width: 36, height: 24 });
    const [pixel = 0] = await sharp(part).greyscale().raw().toBuffer();
    expect(pixel).toBeGreaterThan(190);
    expect(Buffer.from(part).includes('Fernhill')).toBe(false);
  });

  it('keeps transparency', async () => {
    const sharp = await sharpOf();
    const nothing = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const image = await sharp({ create: nothing }).png().toBuffer();
    const part = await crop(image, { left: 0, top: 0, width: 4, height: 4 }, 'image/png');
    expect((await sharp(part).metadata()).hasAlpha).toBe(true);
  });

  it('rejects a damaged image, and a part that is not inside it', async () => {
    const part = { left: 0, top: 0, width: 8, height: 8 };
    await expect(crop(fixture('photo.png').subarray(0, 60), part, 'image/png')).rejects.toThrow(NotConverted);
    await expect(crop(fixture('photo.png'), { ...part, left: 60 }, 'image/png')).rejects.toThrow(
      NotConverted,
    );
  });
});
