import type { FC } from 'hono/jsx';
import { Icon } from './icons.js';
import { shortAddress } from './rich-text.js';

const MAX_ADDRESS_LENGTH = 60;

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** The card of an attached link. Networks fetch an image for it; the simulation draws an icon. */
export const LinkCard: FC<{ readonly link: string | null; readonly title: string | null }> = ({
  link,
  title,
}) => {
  if (link === null || !isWebAddress(link)) return null;
  const host = hostOf(link);
  return (
    <a class="card" href={link} rel="nofollow noopener noreferrer ugc">
      <span class="card-picture">
        <Icon name="globe" />
      </span>
      <span class="card-words">
        <span class="card-host">{host}</span>
        <span class="card-title" dir="auto">
          {title ?? shortAddress(link, MAX_ADDRESS_LENGTH)}
        </span>
      </span>
    </a>
  );
};
