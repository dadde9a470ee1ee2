import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileTable } from '../../test/hostile/classes.js';
import { ROOT } from './package-facts.js';

const [BEGIN, END] = ['<!-- tries: begin -->', '<!-- tries: end -->'] as const;

/** The page, with the numbers of hostile requests that the tests make. The rest of it is written by hand. */
export function safetyPage(): string {
  const page = readFileSync(join(ROOT, 'docs/safety.md'), 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/safety.md has no place for the tries.');
  return `${before}${BEGIN}\n\n${hostileTable()}\n\n${END}${after}`;
}
