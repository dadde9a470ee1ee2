import { VolatileFiles } from '../../../src/backend/simulators/over-http/volatile-files.js';
import type { SimulatedFile } from '../../../src/backend/simulators/simulator.js';
import { sampleBytes } from '../media/sample-bytes.js';

/** The files of a simulated network, for one test. */
export class FilesForTests extends VolatileFiles {
  /** Every URL at media.example exists, with the type that its extension names. A backend under test is on this machine. */
  override async fetch(address: string): Promise<SimulatedFile | null> {
    const { host, searchParams } = new URL(address);
    if (host !== 'media.example') return super.fetch(address);
    return this.receive(new Blob([sampleBytes(searchParams.get('type') ?? '')]).stream());
  }
}
