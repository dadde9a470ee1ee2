import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.js';

const TEXTS = [
  '',
  'plain',
  '@a.b-c',
  'two words',
  "it's",
  '$HOME `id` "x"',
  'a\nb',
  '*',
  '~',
  '; true',
  "''",
];

it.each(TEXTS)('is one word for a shell: %j', (text) => {
  const printed = execFileSync('/bin/sh', ['-c', `printf '<%s>' ${shellWord(text)}`], { encoding: 'utf8' });
  expect(printed).toBe(`<${text}>`);
});

it('leaves a text without quotes that needs none', () => {
  const address = 'https://post.example:8080/a,b';
  expect(shellWord(address)).toBe(address);
});
