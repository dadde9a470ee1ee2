import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median } from './figures.js';
import { timeNothing } from './start-up.js';
import { startBackend } from './started.js';

const ROUNDS = 11;

/** The time from the command to a listening backend on an empty folder, compared with starting Node to do nothing. */
export async function backendStart(): Promise<Figure[]> {
  const [times, nothing]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    nothing.push(await timeNothing(process.execPath));
    const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
    const begun = performance.now();
    const backend = await startBackend(folder);
    times.push(performance.now() - begun);
    await backend.stopped();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    {
      name: 'backend, command to listening',
      value: median(times),
      unit: 'ms',
      yardstick: { name: 'ms, node -e 0', value: median(nothing) },
      budget: { atMost: 10 },
    },
  ];
}
