import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Turns of the event loop that are waited for before it pauses between them: most conditions hold by then. */
const TURNS = 50;

/**
 * Resolves once the condition holds. It polls on turns of the event loop and then every millisecond of real time, so
 * that fake timers do not advance, unlike `expect.poll`, and waiting takes little of the processor.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  for (let turns = 0; !over && !(await isSo()); turns += 1) {
    if (turns < TURNS) await turn();
    else await pause(1);
  }
}
