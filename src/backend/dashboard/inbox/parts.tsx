import type { Child } from 'hono/jsx';

/** A name that a stranger chose: it turns nothing around it, and it wraps. */
export function Name({ children }: { readonly children: string }) {
  return <bdi class="name">{children}</bdi>;
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

/** A dot beside what nobody has read. */
export function Unread({ count = 1 }: { readonly count?: number }) {
  if (count === 0) return null;
  return (
    <span class="unread">
      {count > 1 && <span aria-hidden="true">{count}</span>}
      <span class="unseen">{count > 1 ? `${count} unread` : 'Unread'}</span>
    </span>
  );
}

/** A link to what follows in a list; the page's script puts it in the link's place. */
export function More({ path, children = 'Show more' }: { readonly path: string; readonly children?: Child }) {
  return (
    <div class="more" hx-get={path} hx-trigger="click from:find a" hx-swap="outerHTML">
      <a class="button" href={path}>
        {children}
      </a>
    </div>
  );
}
