import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FOLDER_MODE } from './private-file.js';

/**
 * Creates a folder and its missing parents, one at a time: below a folder that exists but allows no children,
 * such as /proc, Node's own `recursive` option loops forever.
 *
 * @throws the system error if a folder cannot be created
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one, FOLDER_MODE);
    } catch (error) {
      // Another process may have created it.
      if (!statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}
