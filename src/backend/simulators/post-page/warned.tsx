import type { Child, FC } from 'hono/jsx';
import type { PagePost } from './network-page.js';

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
