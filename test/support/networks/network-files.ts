import { createHash } from 'node:crypto';
import { TYPE_BYTES, typeOfBytes } from '../../../src/backend/simulators/network-files.js';
import type { SimulatedFile, SimulatedFiles } from '../../../src/backend/simulators/simulator.js';
import { isLoopback } from '../../../src/base/loopback.js';
import { sampleBytes } from '../media/sample-bytes.js';

/** The files of a simulated network, kept in memory for one test. */
export class FilesForTests implements SimulatedFiles {
  readonly #kept = new Map<string, Uint8Array>();

  async receive(bytes: AsyncIterable<Uint8Array>): Promise<SimulatedFile> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    this.#kept.set(sha256, whole);
    return { sha256, contentType: typeOfBytes(whole.subarray(0, TYPE_BYTES)), bytes: whole.length };
  }

  join(parts: readonly SimulatedFile[]): Promise<SimulatedFile> {
    const whole = Buffer.concat(parts.map(({ sha256 }) => this.#kept.get(sha256) ?? new Uint8Array()));
    return this.receive(new Blob([whole]).stream());
  }

  /** Every URL at media.example exists, with the type that its extension names. A backend under test is on this machine. */
  async fetch(address: string): Promise<SimulatedFile | null> {
    const { host, hostname, searchParams } = new URL(address);
    if (isLoopback(hostname)) {
      const { ok, body } = await fetch(address);
      return ok && body ? this.receive(body) : null;
    }
    if (host !== 'media.example') return null;
    return this.receive(new Blob([sampleBytes(searchParams.get('type') ?? '')]).stream());
  }
}
