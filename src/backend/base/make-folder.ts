import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Nobody but its owner looks into what is kept there. */
const MODE = 0o700;

/**
 * Makes a folder and those above it that are not there. Step by step: where nothing can be made in a folder that is
 * there, as below /proc, Node's own `recursive` goes up and down between the two for ever.
 *
 * @throws the system's own error where it cannot be made
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one, MODE);
    } catch (error) {
      // Another process made it meanwhile.
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}
