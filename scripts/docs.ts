/** `npm run docs`: writes the generated files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MADE_FILES } from './shipping/made-files.js';
import { ROOT } from './shipping/package-facts.js';

for (const [path, make] of Object.entries(MADE_FILES)) {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, make());
  console.log(path);
}
