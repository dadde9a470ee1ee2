import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_PAGE_BYTES, MAX_PAGE_SIZE } from '../../src/contract/lists.js';

it('the table of limits has the size of a page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/self-hosting.md'), 'utf8');
  const megabytes = MAX_PAGE_BYTES / 1_000_000;
  expect(page).toContain(`${MAX_PAGE_SIZE} items and ${megabytes} MB`);
  expect(page).toContain(`before it exceeds ${megabytes} MB`);
});
