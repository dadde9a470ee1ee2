import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** The size of the larger input relative to the smaller one. */
const TIMES = 4;

/** Linear work stays below this ratio; quadratic work takes 16 times as many steps. */
const MAX_RATIO = 5;

/**
 * The ratio of steps between an input of four times the size and the smaller one. Steps are counted by V8's block
 * coverage: how often functions and the blocks in them are entered. The count does not depend on how busy the
 * machine is. Work inside built-ins, such as a regular expression or an array search, is not counted. Of functions
 * called before the measurement, only calls are counted, not blocks.
 */
export async function growth(
  size: number,
  work: (size: number) => unknown,
): Promise<{ readonly few: number; readonly many: number; readonly isLinear: boolean }> {
  const session = new Session();
  session.connect();
  // Optimized code no longer counts its calls.
  setFlagsFromString('--no-opt');
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const stepsOf = async (share: number): Promise<number> => {
      await work(share);
      // Taking the coverage also resets the counters.
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ranges = result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
      return ranges.reduce((sum, { count }) => sum + count, 0);
    };
    // Warm up, so that one-time loading is not counted.
    await stepsOf(size);
    const few = await stepsOf(size);
    const many = await stepsOf(TIMES * size);
    await session.post('Profiler.stopPreciseCoverage');
    return { few, many, isLinear: many < MAX_RATIO * few };
  } finally {
    setFlagsFromString('--opt');
    session.disconnect();
  }
}
