import type { Platform } from '../contract/platforms.js';
import { linksIn } from './count/links.js';

/** The card of a link, as a network shows it below a post. */
export interface Card {
  readonly url: string;
  /** Without `www.`. */
  readonly domain: string;
  /** Null: the network reads it from the linked page. */
  readonly title: string | null;
}

/**
 * Where a card comes from. `sent`: the post’s `link`, with the title that Postrider sends. `read`: the post’s `link`, whose
 * page the network reads. `read-from-text`: also the first URL of the text. Networks that are not listed show no cards.
 */
const CARDS: Readonly<Partial<Record<Platform, 'sent' | 'read' | 'read-from-text'>>> = {
  bluesky: 'sent',
  linkedin: 'sent',
  facebook: 'read',
  threads: 'read-from-text',
  x: 'read-from-text',
  mastodon: 'read-from-text',
};

/** Whether the network shows a card only for the `link` of a post, not for a URL in its text. */
export function cardNeedsLink(platform: Platform): boolean {
  const kind = CARDS[platform];
  return kind === 'sent' || kind === 'read';
}

interface CardSource {
  readonly text: string;
  readonly link: string | null;
  readonly title: string | null;
  readonly hasMedia: boolean;
}

/** The card that a network shows; null if it shows none. Images and videos take the place of a card. */
export function cardOf(platform: Platform, { text, link, title, hasMedia }: CardSource): Card | null {
  const kind = CARDS[platform];
  if (kind === undefined || hasMedia) return null;
  const url = link ?? (kind === 'read-from-text' ? (linksIn(text)[0]?.url ?? null) : null);
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { host } = new URL(url);
  const isSent = kind === 'sent';
  return {
    url,
    domain: host.replace(/^www\./, ''),
    title: isSent ? title || host : null,
  };
}
