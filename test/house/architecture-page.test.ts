import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, read } from './sources.js';

/** A path in code font, from the repository or from `src/backend`. */
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;

it('the architecture page names only files and folders that exist', () => {
  const page = read('docs/architecture.md').replace(/^### A network\n[\s\S]*$/m, '');
  const paths = [...page.matchAll(PATH)].flatMap(([, path]) => path ?? []);
  expect(paths.length).toBeGreaterThan(60);
  const missing = paths.filter(
    (path) => !['', 'src/backend'].some((from) => existsSync(join(ROOT, from, path))),
  );
  expect(missing).toEqual([]);
});
