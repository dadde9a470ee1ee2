import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * Resolves once that is so. It looks at each turn of the event loop: timers that were made to stand still stay where
 * they are, while `expect.poll` moves them on.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  while (!over && !(await isSo())) await turn();
}
