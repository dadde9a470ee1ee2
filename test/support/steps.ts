import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** How much the larger work is of the smaller. */
const TIMES = 4;

/** Work that grows as its size does stays below; what looks at each thing beside every other takes 16 times as many. */
const MOST_TIMES = 5;

/**
 * What four times as much work takes of what a part of it takes, counted in steps of JavaScript: how often functions,
 * and the blocks within them, are entered, as V8 counts them. They are the same however busy the machine is. What a
 * built-in does inside is no step, such as a regular expression's search or a look through an array; nor are the
 * blocks of a function that was called before, but its calls are.
 */
export async function growth(
  size: number,
  work: (size: number) => unknown,
): Promise<{ readonly few: number; readonly many: number; readonly isEven: boolean }> {
  const session = new Session();
  session.connect();
  // Code that V8 has made faster counts its calls no longer.
  setFlagsFromString('--no-opt');
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const stepsOf = async (share: number): Promise<number> => {
      await work(share);
      // This begins to count anew, too.
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ranges = result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
      return ranges.reduce((sum, { count }) => sum + count, 0);
    };
    // Whatever is loaded or made once belongs to neither.
    await stepsOf(size);
    const few = await stepsOf(size);
    const many = await stepsOf(TIMES * size);
    await session.post('Profiler.stopPreciseCoverage');
    return { few, many, isEven: many < MOST_TIMES * few };
  } finally {
    setFlagsFromString('--opt');
    session.disconnect();
  }
}
