import type { FC } from 'hono/jsx';
import type { Platform } from '../../../contract/platforms.js';
import { cardOf } from '../../../networks/cards.js';
import { Anchor } from './anchor.js';
import { Icon } from './icons.js';
import type { PagePost } from './network-page.js';
import { shortAddress } from './rich-text.js';

const MAX_ADDRESS_LENGTH = 60;

/** Networks whose cards show what the page says about itself. */
const SHOW_DESCRIPTION: readonly Platform[] = ['bluesky', 'mastodon'];

/** The card of a link, if the network shows one. Without a picture of the linked page, an icon stands for it. */
export const LinkCard: FC<{ readonly platform: Platform; readonly post: PagePost }> = ({
  platform,
  post,
}) => {
  const { text, link, title, mediaIds, card: known = null } = post;
  const card = cardOf(platform, { text, link, title, hasMedia: mediaIds.length > 0 }, known);
  if (card === null) return null;
  const { description } = card;
  return (
    <Anchor class="card" href={card.url} isOutside>
      <span class="card-picture">
        {known?.imageUrl ? <img src={known.imageUrl} alt="" loading="lazy" /> : <Icon name="globe" />}
      </span>
      <span class="card-words">
        <span class="card-host">{card.domain}</span>
        <span class="card-title" dir="auto">
          {card.title ?? shortAddress(card.url, MAX_ADDRESS_LENGTH)}
        </span>
        {description && SHOW_DESCRIPTION.includes(platform) ? (
          <span class="card-description" dir="auto">
            {description}
          </span>
        ) : null}
      </span>
    </Anchor>
  );
};
