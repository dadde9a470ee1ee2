import type { Platform } from '../contract/platforms.js';
import { linksIn } from './count/links.js';

/** What a linked page says. */
export interface CardFacts {
  readonly title: string | null;
  readonly description: string | null;
}

/** The card of a link, as a network shows it below a post. */
export interface Card {
  readonly url: string;
  /** Without `www.`. */
  readonly domain: string;
  /** Null: the network reads it from the linked page. */
  readonly title: string | null;
  readonly description: string | null;
}

/**
 * Where a card comes from. `sent`: the post’s `link`, with the title, description and picture that Postrider sends.
 * `read`: the post’s `link`, whose page the network reads. `read-from-text`: also the first URL of the text. Networks
 * that are not listed show no cards.
 */
const CARDS: Readonly<Partial<Record<Platform, 'sent' | 'read' | 'read-from-text'>>> = {
  bluesky: 'sent',
  linkedin: 'sent',
  facebook: 'read',
  threads: 'read-from-text',
  x: 'read-from-text',
  mastodon: 'read-from-text',
};

/** Whether the network shows link cards at all. */
export const showsCards = (platform: Platform): boolean => CARDS[platform] !== undefined;

/** Whether the network shows a card only for the `link` of a post, not for a URL in its text. */
export function cardNeedsLink(platform: Platform): boolean {
  const kind = CARDS[platform];
  return kind === 'sent' || kind === 'read';
}

/** Whether Postrider sends what the card shows, so that it has to read the page itself. */
export function isCardSent(platform: Platform): boolean {
  return CARDS[platform] === 'sent';
}

interface CardSource {
  readonly text: string;
  readonly link: string | null;
  /** The title that the post sets for its card. */
  readonly title: string | null;
  readonly hasMedia: boolean;
}

/** The URL whose card a network shows; null if it shows none. Images and videos take the place of a card. */
export function cardUrlOf(
  platform: Platform,
  { text, link, hasMedia }: Omit<CardSource, 'title'>,
): string | null {
  const kind = CARDS[platform];
  if (kind === undefined || hasMedia) return null;
  const url = link ?? (kind === 'read-from-text' ? (linksIn(text)[0]?.url ?? null) : null);
  return url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url) ? null : url;
}

/**
 * The card that a network shows; null if it shows none.
 *
 * @param facts what the linked page says, if it is known
 */
export function cardOf(platform: Platform, source: CardSource, facts: CardFacts | null = null): Card | null {
  const url = cardUrlOf(platform, source);
  if (url === null) return null;
  const { host } = new URL(url);
  const said = facts?.title || null;
  return {
    url,
    domain: host.replace(/^www\./, ''),
    title: isCardSent(platform) ? source.title || said || host : said,
    description: facts?.description || null,
  };
}
