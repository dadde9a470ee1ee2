import { createHash } from 'node:crypto';
import type { Conversion } from '../../../../networks/conversion.js';
import type { MediaStorage, StoredName } from '../../../files/storage.js';
import { oneAtATime } from './one-at-a-time.js';
import { readWhole } from './read-whole.js';
import { render } from './render.js';

/** Part of the variant’s name. Increment it when conversion changes, so that existing files are converted again. */
const METHOD_VERSION = 1;

/**
 * The converted form of a stored image. It is stored next to the image, so that every attempt to publish sends the
 * same bytes.
 *
 * @param name of the uploaded image
 * @throws NotConverted, NoConverter, StoredFileMissing
 */
export async function convertedImage(
  storage: MediaStorage,
  name: Omit<StoredName, 'variant'>,
  plan: Conversion,
): Promise<StoredName> {
  const converted = { ...name, variant: variantOf(plan) };
  if (await storage.has(converted)) return converted;
  return oneAtATime(() => convert(storage, name, plan, converted));
}

/** The variant name of an image converted according to a plan. */
export function variantOf({ type, maxBytes, maxSide }: Conversion): string {
  const plan = JSON.stringify([METHOD_VERSION, type, maxBytes, maxSide]);
  return `converted-${createHash('sha256').update(plan).digest('hex').slice(0, 24)}`;
}

async function convert(
  storage: MediaStorage,
  name: Omit<StoredName, 'variant'>,
  plan: Conversion,
  converted: StoredName,
): Promise<StoredName> {
  if (await storage.has(converted)) return converted;
  const input = await readWhole(storage.open(name));
  const incoming = await storage.receive();
  try {
    await incoming.write(await render(input, plan));
    await incoming.save(converted);
  } finally {
    await incoming.discard();
  }
  return converted;
}

/** The size of a stored file in bytes. */
export async function lengthOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}
