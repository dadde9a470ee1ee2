import type { Block } from './dom-text.js';

/** In how many blocks to look for a heading that repeats the title. */
const MAX_TITLE_BLOCK = 5;

/** Removes the title, which has its own field, and the little text before it, which belongs to the frame. */
export function withoutTitle(blocks: readonly Block[], title: string | null): readonly Block[] {
  if (title === null) return blocks;
  const same = (one: string): string => one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const at = blocks
    .slice(0, MAX_TITLE_BLOCK)
    .findIndex(({ kind, text }) => kind === 'heading' && same(text) === same(title));
  const length = (some: readonly Block[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  return at < 0 || length(blocks.slice(0, at)) > length(blocks) / 5 ? blocks : blocks.slice(at + 1);
}
