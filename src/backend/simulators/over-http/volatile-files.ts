import { createHash } from 'node:crypto';
import { isLoopback } from '../../../base/loopback.js';
import { TYPE_BYTES, typeOfBytes } from '../network-files.js';
import type { SimulatedFile, SimulatedFiles } from '../simulator.js';

/** The files of a simulated network, kept in memory: they are lost when the process ends. */
export class VolatileFiles implements SimulatedFiles {
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();

  async receive(bytes: AsyncIterable<Uint8Array>): Promise<SimulatedFile> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const whole = Uint8Array.from(Buffer.concat(chunks));
    const sha256 = createHash('sha256').update(whole).digest('hex');
    this.#kept.set(sha256, whole);
    return { sha256, contentType: typeOfBytes(whole.subarray(0, TYPE_BYTES)), bytes: whole.length };
  }

  join(parts: readonly SimulatedFile[]): Promise<SimulatedFile> {
    const whole = Buffer.concat(parts.map(({ sha256 }) => this.#kept.get(sha256) ?? new Uint8Array()));
    return this.receive(new Blob([whole]).stream());
  }

  /** Fetches a file of a backend on this machine; null: it is elsewhere, or cannot be fetched. */
  async fetch(address: string): Promise<SimulatedFile | null> {
    if (!isLoopback(new URL(address).hostname)) return null;
    const { ok, body } = await fetch(address, { redirect: 'error' });
    return ok && body ? this.receive(body) : null;
  }

  /** The bytes of a file. @returns null if there is no such file */
  bytesOf(sha256: string): Uint8Array<ArrayBuffer> | null {
    return this.#kept.get(sha256) ?? null;
  }
}
