import type { Conversion } from '../../../../networks/conversion.js';
import type { MediaStorage, StoredName } from '../../../files/storage.js';
import { variantOf } from './plan-name.js';
import { render } from './render.js';

/** Most bytes of an image that are read into memory. */
const MOST_INPUT_BYTES = 64_000_000;

/** One image at a time: each takes many times its own size in memory, and all cores. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The converted form of a stored image, made now or by an earlier attempt: it lies beside the image, so that
 * each attempt sends the same bytes.
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
  const making = turn.then(() => make(storage, name, plan, converted));
  turn = making.catch(() => undefined);
  return making;
}

async function make(
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
    await incoming.keep(converted);
  } finally {
    await incoming.discard();
  }
  return converted;
}

/** All bytes of a stored file. */
async function readWhole(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MOST_INPUT_BYTES)
      throw new Error(`More than ${MOST_INPUT_BYTES} bytes are not read at once.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How many bytes a stored file has. */
export async function lengthOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}
