import type { FC } from 'hono/jsx';
import { toneOf } from './avatar.js';
import type { PostView } from './network-page.js';

/** What stands for the images or the video of a post: the simulation keeps no copies of them. */
export const Picture: FC<{ readonly view: PostView; readonly kind: 'image' | 'video' }> = ({
  view,
  kind,
}) => {
  const { account, post } = view;
  const count = post.mediaIds.length;
  if (count === 0) return null;
  const words = kind === 'video' ? 'Video' : count === 1 ? 'Image' : `${count} images`;
  return (
    <div class={`picture ${kind} tone-${toneOf(account)}`} role="img" aria-label={words}>
      {kind === 'image' ? <Hills /> : null}
      {kind === 'video' ? <span class="play" /> : null}
      {kind === 'image' && count > 1 ? <span class="count">1/{count}</span> : null}
    </div>
  );
};

const Hills: FC = () => (
  <svg class="hills" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle cx="72" cy="40" r="8" />
    <path d="M0 84 30 52l22 26 16-14 32 28v8H0z" />
    <path d="M0 92 22 78l26 14 30-18 22 14v12H0z" />
  </svg>
);
