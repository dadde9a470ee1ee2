import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programWords } from './typed-name.js';

it.each([
  ['/home/ada/.npm/_npx/1f2e/node_modules/.bin/postrider', 'npx postrider'],
  ['C:\\npm-cache\\_npx\\1f2e\\node_modules\\postrider\\bin\\postrider.cjs', 'npx postrider'],
  ['/home/ada/.cache/pnpm/dlx/1f2e/node_modules/.bin/postrider', 'pnpm dlx postrider'],
  ['/tmp/bunx-1000-postrider@latest/node_modules/.bin/postrider', 'bunx postrider'],
  ['/home/ada/shop/node_modules/.bin/postrider', 'npx postrider'],
  ['/usr/local/bin/postrider', 'postrider'],
  ['C:\\npm\\node_modules\\postrider\\bin\\postrider.cjs', 'postrider'],
  [join(process.cwd(), 'bin', 'postrider.cjs'), `node ${join('bin', 'postrider.cjs')}`],
])('commands for a program started as %s begin with %s', (script, words) => {
  expect(programWords(script)).toBe(words);
});
