import { countGraphemes } from './graphemes.js';
import { replaceLinks } from './links.js';

/** What every link counts, unless the server says otherwise: `characters_reserved_per_url`. */
const LINK_LENGTH = 23;

/** In `@user@server.example`, the server does not count. */
const REMOTE_MENTIONS = /(?<![=/\w])@(\w(?:[\w.-]*\w)?)@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu;

/** Whether a text may contain what does not count with all of its characters. */
export function mayShorten(text: string): boolean {
  return text.includes('@') || text.includes('://');
}

/**
 * A text's length on Mastodon, in graphemes. A link counts 23, and a remote mention only its `@user`.
 *
 * @param linkLength what a link counts on the account's own server
 */
export function countMastodon(text: string, linkLength = LINK_LENGTH): number {
  const short = replaceLinks(text, 'x'.repeat(linkLength));
  return countGraphemes(short.includes('@') ? short.replace(REMOTE_MENTIONS, '@$1') : short);
}
