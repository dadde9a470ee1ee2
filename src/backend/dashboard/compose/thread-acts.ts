import type { PostValidation } from '../../../contract/posts/posts.js';
import type { Form } from '../form.js';
import type { PostFormValues } from './form-values.js';

const ACTS = ['add', 'up', 'down', 'remove', 'restore', 'split', 'cut'] as const;
type ActName = (typeof ACTS)[number];

/** What a button does with the posts of a channel’s thread. */
export interface ThreadAct {
  readonly name: ActName;
  readonly accountId: string;
  /** The post: 0 is the text, 1 the first of the thread. */
  readonly index: number;
  /** The post that `restore` puts back. */
  readonly text: string;
}

/** The value of a button that changes a thread. The name is `mode`, like that of the form’s other buttons. */
export const threadMode = (name: ActName, accountId: string, index = 0): string =>
  `thread.${name}.${accountId}.${index}`;

/** What the pressed button does with a thread; null if it does something else. */
export function threadActIn(form: Form): ThreadAct | null {
  const [, named, accountId = '', index = '', text = ''] =
    /^thread\.(\w+)\.([\w-]+)\.(\d{1,3})(?:\.(.*))?$/s.exec(form.text('mode')) ?? [];
  const name = ACTS.find((known) => known === named);
  return name ? { name, accountId, index: Number(index), text } : null;
}

/** The posts of a channel’s thread as entered, the text first. */
export function postsOf({ options, text }: PostFormValues, accountId: string): readonly string[] {
  const own = options.get(accountId);
  return [own?.get('text')?.[0] ?? text, ...(own?.get('thread') ?? [])];
}

/**
 * The form after a button of a thread was pressed, with the changed post in focus.
 *
 * @param caret where a post is cut, as a UTF-16 index
 * @param checked the validation of the form, which says where to split it
 */
export function afterThreadAct(
  entered: PostFormValues,
  { name, accountId, index, text }: ThreadAct,
  caret: number,
  checked: PostValidation | null,
): PostFormValues {
  if (!entered.accountIds.includes(accountId)) return entered;
  const posts = postsOf(entered, accountId);
  const at = Math.min(index, posts.length - 1);
  const split = checked?.targets.find((target) => target.accountId === accountId)?.split ?? null;
  switch (name) {
    case 'add':
      return withPosts(entered, accountId, [...posts, ''], posts.length);
    case 'up':
      return withPosts(entered, accountId, swapped(posts, at - 1), Math.max(0, at - 1));
    case 'down':
      return withPosts(entered, accountId, swapped(posts, at), Math.min(posts.length - 1, at + 1));
    case 'remove':
      return withPosts(entered, accountId, posts.toSpliced(at, 1), Math.max(0, at - 1));
    case 'restore':
      return withPosts(entered, accountId, posts.toSpliced(index, 0, text), Math.min(index, posts.length));
    case 'split':
      return withPosts(entered, accountId, split ?? posts, 0);
    case 'cut': {
      const whole = posts[at] ?? '';
      const parts = [whole.slice(0, caret).trimEnd(), whole.slice(caret).trimStart()];
      return withPosts(entered, accountId, posts.toSpliced(at, 1, ...parts), at + 1);
    }
  }
}

/** The text that a button has removed from a thread; null if there is nothing to put back. */
export function removedBy(act: ThreadAct, before: PostFormValues): string | null {
  if (act.name !== 'remove' || !before.accountIds.includes(act.accountId)) return null;
  return postsOf(before, act.accountId)[act.index]?.trim() || null;
}

/** With the post at `index` and the next one in each other’s place. */
function swapped(posts: readonly string[], index: number): readonly string[] {
  const [one, other] = [posts[index], posts[index + 1]];
  return one === undefined || other === undefined ? posts : posts.toSpliced(index, 2, other, one);
}

function withPosts(
  entered: PostFormValues,
  accountId: string,
  [first = '', ...thread]: readonly string[],
  focus: number,
): PostFormValues {
  const own = new Map(entered.options.get(accountId));
  if (first.trim() === '' || first.trim() === entered.text.trim()) own.delete('text');
  else own.set('text', [first]);
  if (thread.length === 0) own.delete('thread');
  else own.set('thread', thread);
  return {
    ...entered,
    options: new Map([...entered.options, [accountId, own]]),
    tab: accountId,
    focus: threadField(accountId, focus),
  };
}

/** The id of the field of a post in a thread. */
export const threadField = (accountId: string, index: number): string =>
  index === 0 ? `o.${accountId}.text` : `o.${accountId}.thread.${index}`;
