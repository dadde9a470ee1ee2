import type { Child, FC } from 'hono/jsx';
import type { PagePost, PostView } from './network-page.js';
import { machineTime } from './shown-times.js';

/** The element around a post; in a list it is a link to the post's own page as a whole. */
export const PostFrame: FC<{ readonly view: PostView; readonly children?: Child }> = ({ view, children }) => (
  <article class={view.alone ? 'post alone' : 'post in-list'}>
    {view.alone ? null : (
      <a class="open" href={`${view.base}${view.post.path}`}>
        <span class="unseen">Open the post</span>
      </a>
    )}
    {!view.alone && view.post.answers ? <span class="answers">Continues a thread</span> : null}
    {children}
  </article>
);

/** When it was posted, in the network's own way of writing; the exact instant on hover. */
export const When: FC<{ readonly instant: number; readonly words: string }> = ({ instant, words }) => (
  <time class="when" datetime={machineTime(instant)} title={machineTime(instant)}>
    {words}
  </time>
);

/** What stands behind a content warning: folded away until somebody opens it. */
export const Warned: FC<{ readonly post: PagePost; readonly children?: Child }> = ({ post, children }) =>
  post.warning ? (
    <details class="warned">
      <summary dir="auto">{post.warning}</summary>
      {children}
    </details>
  ) : (
    <div>{children}</div>
  );
