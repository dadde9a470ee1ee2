/** `npm run docs`: writes the files that are made from tables. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MADE_FILES } from './shipping/made-files.js';
import { ROOT } from './shipping/package-facts.js';

for (const [path, make] of Object.entries(MADE_FILES)) {
  writeFileSync(join(ROOT, path), make());
  console.log(path);
}
