import { loadSharp } from '../../../src/backend/domain/media/convert/sharp.js';

export type PictureType = 'jpeg' | 'png' | 'webp';

/** A real image of the given size and type: a coloured field with a light stripe. */
export async function picture(
  type: PictureType,
  { width = 320, height = 320, colour = '#7a4a2b' } = {},
): Promise<Uint8Array> {
  const library = await loadSharp();
  if (!library) throw new Error('Tests need sharp: npm install sharp');
  const stripe = { width, height: Math.max(1, Math.round(height / 5)), channels: 4 as const };
  const field = library
    .default({ create: { width, height, channels: 4, background: colour } })
    .composite([{ input: { create: { ...stripe, background: '#fff8' } }, gravity: 'centre' }]);
  return field.toFormat(type).toBuffer();
}
