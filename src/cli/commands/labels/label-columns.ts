import type { Label } from '../../../contract/labels/labels.js';
import { plainLine } from '../../output/plain-text.js';
import type { Column } from '../../output/table.js';

export const LABEL_COLUMNS: readonly Column<Label>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'LABEL', value: ({ name }) => name, minWidth: 10 },
  { title: 'COLOUR', value: ({ color }) => color },
  { title: 'POSTS', value: postsOf },
];

function postsOf({ posts: { count, isExact } }: Label): string {
  return `${count}${isExact ? '' : '+'}`;
}

/** `Launch (blue, 12 posts)`. */
export function labelLine(label: Label): string {
  const amount = postsOf(label);
  return `${plainLine(label.name)} (${label.color}, ${amount} ${amount === '1' ? 'post' : 'posts'})`;
}
