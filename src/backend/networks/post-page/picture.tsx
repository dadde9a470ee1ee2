import type { FC } from 'hono/jsx';
import { toneOf } from './avatar.js';
import { Icon } from './icons.js';
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
    <div class={`picture ${kind} tone-${toneOf(account.handle)}`} role="img" aria-label={words}>
      {kind === 'video' ? <span class="play" /> : null}
      {kind === 'image' && count > 1 ? <span class="count">1/{count}</span> : null}
      {kind === 'video' ? <Icon name="video" /> : null}
    </div>
  );
};
