import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { SignedUrls } from '../files/signed-url.js';
import type { MediaStorage } from '../files/storage.js';
import type { SimulatedFile, SimulatedFiles } from './simulator.js';

/** How many leading bytes identify a file's type. */
export const TYPE_BYTES = 12;

export interface FileDependencies {
  readonly storage: MediaStorage;
  readonly urls: SignedUrls;
  readonly clock: Clock;
}

/**
 * Stores the files that a workspace's simulated networks receive in the media storage, by content hash: a file that
 * is published unchanged is already there. Only fetches URLs of this backend.
 */
export function networkFiles(
  workspaceId: string,
  { storage, urls, clock }: FileDependencies,
): SimulatedFiles {
  const receive = async (bytes: AsyncIterable<Uint8Array>): Promise<SimulatedFile> => {
    const incoming = await storage.receive();
    try {
      const hash = createHash('sha256');
      for await (const chunk of bytes) {
        hash.update(chunk);
        await incoming.write(chunk);
      }
      const sha256 = hash.digest('hex');
      const contentType = typeOfBytes(await incoming.read(0, TYPE_BYTES));
      const { length } = incoming;
      await incoming.save({ workspaceId, sha256 });
      return { sha256, contentType, bytes: length };
    } finally {
      await incoming.discard();
    }
  };
  const open = ({ sha256 }: SimulatedFile) => storage.open({ workspaceId, sha256 });
  return {
    receive,
    async join(parts) {
      const [only, ...more] = parts;
      if (only && more.length === 0) return only;
      return receive(concatenated(parts.map((part) => () => open(part))));
    },
    async fetch(address) {
      const file = urls.read(address, clock.now());
      if (file === null || file === 'expired' || file.name.workspaceId !== workspaceId) return null;
      return (await storage.has(file.name)) ? receive(storage.open(file.name)) : null;
    },
  };
}

async function* concatenated(
  streams: readonly (() => ReadableStream<Uint8Array>)[],
): AsyncIterable<Uint8Array> {
  for (const open of streams) yield* open();
}

/** The MIME type of a file by its leading bytes: types that networks accept. */
export function typeOfBytes(first: Uint8Array): string {
  const text = Buffer.from(first).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp') return text.slice(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  return 'application/octet-stream';
}
