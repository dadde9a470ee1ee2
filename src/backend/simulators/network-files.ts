import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { SignedUrls } from '../files/signed-url.js';
import type { MediaStorage } from '../files/storage.js';
import { TYPE_BYTES, typeOfBytes } from './shared/file-type.js';
import type { SimulatedFile, SimulatedFiles } from './simulator.js';

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
