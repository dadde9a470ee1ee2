import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * Resolves once the condition holds. It polls on each turn of the event loop, so that fake timers do not advance,
 * unlike `expect.poll`.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  while (!over && !(await isSo())) await turn();
}
