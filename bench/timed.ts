import { median } from './figures.js';

const ROUNDS = 30;
const WARM_UP = 8;

/** The median of each in milliseconds. They alternate, so that other load on the machine affects all of them. */
export async function timed(...runs: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const [index, run] of runs.entries()) {
      const begun = performance.now();
      await run();
      if (round >= WARM_UP) times[index]?.push(performance.now() - begun);
    }
  }
  return times.map(median);
}
