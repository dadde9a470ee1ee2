import { expect, it } from 'vitest';
import { withAllowedNext } from './allowed-next.js';

const TOOLS = [
  { name: 'postrider_get_post', scope: 'posts:read' },
  { name: 'postrider_publish_post', scope: 'posts:publish' },
] as const;

const nextWith = (next: string | undefined): string | undefined =>
  withAllowedNext({ message: 'Created.', ...(next !== undefined && { next }) }, TOOLS, ['posts:read']).next;

it('keeps what the key may do, and drops the rest', () => {
  expect(nextWith(undefined)).toBeUndefined();
  expect(nextWith('postrider_get_post {"id": "post_1"}')).toBe('postrider_get_post {"id": "post_1"}');
  expect(
    nextWith('The person can publish it at http://a/1. Or call postrider_publish_post {"id": "post_1"}.'),
  ).toBe('The person can publish it at http://a/1.');
});

it('names the scope if nothing is left', () => {
  expect(nextWith('postrider_publish_post {"id": "post_1"}')).toMatch(/^Propose it.*allow posts:publish/);
});
