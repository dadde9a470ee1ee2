import { VisibleText } from '../layout/visible-text.js';

/** A name chosen by a stranger, isolated so that its text direction affects nothing around it, and with hidden characters marked. */
export function Name({ children }: { readonly children: string }) {
  return (
    <bdi class="name">
      <VisibleText text={children} />
    </bdi>
  );
}

/** The first letter of a name in a circle. */
export function Initial({ of, isYou = false }: { readonly of: string; readonly isYou?: boolean }) {
  const letter = /[\p{L}\p{N}]/u.exec(of)?.[0] ?? '?';
  return (
    <span class={isYou ? 'initial you' : 'initial'} aria-hidden="true">
      {letter.toLocaleUpperCase('en')}
    </span>
  );
}

/** A dot next to unread comments and messages. */
export function Unread({ count = 1 }: { readonly count?: number }) {
  if (count === 0) return null;
  return (
    <span class="unread">
      {count > 1 && <span aria-hidden="true">{count}</span>}
      <span class="unseen">{count > 1 ? `${count} unread` : 'Unread'}</span>
    </span>
  );
}
