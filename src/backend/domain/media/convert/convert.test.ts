import { describe, expect, it, vi } from 'vitest';
import type { Conversion } from '../../../../networks/conversion.js';
import { MemoryStorage } from '../../../files/memory-storage.js';
import { convertedImage, variantOf } from './converted-image.js';
import { NoConverter, NotConverted, render } from './render.js';
import { loadSharp } from './sharp.js';

async function sharp() {
  const library = await loadSharp();
  if (!library) throw new Error('sharp is not installed.');
  return library.default;
}

const plan = (changes: Partial<Conversion> = {}): Conversion => ({
  type: 'image/jpeg',
  maxBytes: null,
  maxSide: null,
  reasons: ['type'],
  ...changes,
});

/** An image that compresses badly: each pixel is different. */
async function noise(width: number, height: number): Promise<Buffer> {
  const make = await sharp();
  const raw = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let place = 0; place < raw.length; place += 1) {
    state = (state * 48_271) % 2_147_483_647;
    raw[place] = state & 255;
  }
  return make(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

async function transparent(): Promise<Buffer> {
  const make = await sharp();
  return make({
    create: { width: 20, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
}

describe('converting an image', () => {
  it('replaces transparency with white in a JPEG', async () => {
    const make = await sharp();
    const converted = await render(await transparent(), plan());
    const { data, info } = await make(converted).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: 'raw', width: 20, height: 10, channels: 3 });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect((await make(converted).metadata()).format).toBe('jpeg');
  });

  it('applies the orientation and removes the camera’s metadata, including the location', async () => {
    const make = await sharp();
    const photo = await make({ create: { width: 40, height: 20, channels: 3, background: '#7a4a2b' } })
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Somebody', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await make(photo).metadata()).orientation).toBe(6);
    const converted = await render(photo, plan());
    const { width, height, exif, orientation, xmp, icc } = await make(converted).metadata();
    expect({ width, height, exif, orientation, xmp, icc }).toEqual({ width: 20, height: 40 });
    expect(Buffer.from(converted).includes('Somebody')).toBe(false);
  });

  it('uses the best quality that fits, and scales down if none does', async () => {
    const make = await sharp();
    const png = await noise(400, 300);
    const free = await render(png, plan());
    const tight = Math.floor(free.length * 0.8);
    const compressed = await render(png, plan({ maxBytes: tight }));
    expect(compressed.length).toBeLessThanOrEqual(tight);
    expect(compressed.length).toBeGreaterThan(tight * 0.85);
    expect(await make(compressed).metadata()).toMatchObject({ width: 400, height: 300 });

    const scaled = await render(png, plan({ maxBytes: 20_000 }));
    expect(scaled.length).toBeLessThanOrEqual(20_000);
    const { width, height } = await make(scaled).metadata();
    expect(width).toBeLessThan(400);
    expect(width / height).toBeCloseTo(400 / 300, 1);
  });

  it('scales to the requested longer side, but never up', async () => {
    const make = await sharp();
    const png = await noise(100, 200);
    expect(await make(await render(png, plan({ maxSide: 50 }))).metadata()).toMatchObject({
      width: 25,
      height: 50,
    });
    expect(await make(await render(png, plan({ maxSide: 500 }))).metadata()).toMatchObject({ height: 200 });
  });

  it('returns the same bytes each time', async () => {
    const png = await noise(120, 90);
    const once = await render(png, plan({ maxBytes: 9000 }));
    expect(Buffer.from(await render(png, plan({ maxBytes: 9000 }))).equals(Buffer.from(once))).toBe(true);
  });

  it('rejects a damaged file, and one that cannot be made small enough', async () => {
    const png = await noise(120, 90);
    await expect(render(png.subarray(0, 2000), plan())).rejects.toThrow(NotConverted);
    await expect(render(png, plan({ maxBytes: 100 }))).rejects.toThrow(/cannot be reduced to 100 bytes/);
  });
});

describe('a converted image', () => {
  it('is created once and stored next to the upload', async () => {
    const storage = new MemoryStorage();
    const name = { workspaceId: 'ws_1', sha256: 'a'.repeat(64) };
    const incoming = await storage.receive();
    await incoming.write(await transparent());
    await incoming.save(name);
    const opened = vi.spyOn(storage, 'open');
    const target = plan({ maxBytes: 5000 });
    const [one, other] = await Promise.all([
      convertedImage(storage, name, target),
      convertedImage(storage, name, target),
    ]);
    expect(one).toEqual({ ...name, variant: variantOf(target) });
    expect(other).toEqual(one);
    expect(opened).toHaveBeenCalledTimes(1);
    expect(variantOf(plan({ maxBytes: 6000 }))).not.toBe(variantOf(target));
  });

  it('is not available without sharp', async () => {
    vi.resetModules();
    vi.doMock('./sharp.js', () => ({ loadSharp: async () => null }));
    const without = await import('./render.js');
    await expect(without.render(new Uint8Array(), plan())).rejects.toThrow(/sharp is not installed/);
    vi.doUnmock('./sharp.js');
    expect(NoConverter.name).toBe('NoConverter');
  });
});
