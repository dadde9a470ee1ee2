import type { Post } from '../../../../contract/posts/posts.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Form } from '../../form.js';
import { labelsFrom } from '../../labels/read-labels.js';
import { readRows } from '../../rows.js';
import type { User } from '../../user.js';
import { directionOf, type ListFilter, selectionOf } from '../list/list-filter.js';
import { type BulkRequest, MAX_AT_ONCE, SHIFTS, type ShiftName } from './bulk-act.js';
import { BULK_ACTS, type BulkAct, type Picked, readPick } from './picked.js';

const isAct = (text: string): text is BulkAct => (BULK_ACTS as readonly string[]).includes(text);

const isShift = (text: string): text is ShiftName => Object.hasOwn(SHIFTS, text);

/** @throws RequestRefused if the form names no act */
export function readRequest(form: Form): BulkRequest {
  const [act, by] = [form.text('act'), form.text('by')];
  if (!isAct(act)) throw refused('Choose what to do with the selected posts.');
  const labels = labelsFrom([], form.text('newLabel'));
  if (act === 'label' && labels.length === 0) throw refused('Enter the label to add.');
  return { act, by: isShift(by) ? by : '1d', labels };
}

/**
 * The selected posts, each once.
 *
 * @throws RequestRefused if there are none, or too many
 */
export function readPicked(form: Form): Picked[] {
  const picked = new Map<string, Picked>();
  for (const value of form.all('post')) {
    const pick = readPick(value);
    if (pick) picked.set(pick.id, pick);
  }
  if (picked.size === 0) throw refused('Select at least one post.');
  if (picked.size > MAX_AT_ONCE) throw tooMany();
  return [...picked.values()];
}

/**
 * Every post of a list.
 *
 * @throws RequestRefused if there are none, or too many
 */
export async function pickAll(user: User, filter: ListFilter): Promise<readonly Post[]> {
  const query = { ...selectionOf(filter, user), order: directionOf(filter) };
  const { data, nextCursor } = await readRows(MAX_AT_ONCE, undefined, (asked) =>
    user.call('posts.list', { query: { ...query, ...asked } }),
  );
  if (nextCursor !== null) throw tooMany();
  if (data.length === 0) throw refused('The list has no posts anymore.');
  return data;
}

const tooMany = (): RequestRefused =>
  refused(`At most ${MAX_AT_ONCE} posts can be changed at once. Narrow the list with a search or a filter.`);

const refused = (words: string): RequestRefused => new RequestRefused('validation_failed', words);
