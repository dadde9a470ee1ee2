import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Lets go of everything in memory that nothing refers to any more. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('This Node.js has no garbage collection to ask for.');
  collect();
}
