import { countGraphemes } from './graphemes.js';
import { replaceLinks } from './links.js';

/** Every link counts as this many characters: `characters_reserved_per_url`. */
const LINK = 'x'.repeat(23);

/** In `@user@server.example`, the server does not count. */
const REMOTE_MENTIONS = /(?<![=/\w])@(\w+(?:[\w.-]*\w)?)@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu;

/** A text's length on Mastodon, in graphemes. A link counts 23, and a remote mention only its `@user`. */
export function countMastodon(text: string): number {
  const short = replaceLinks(text, LINK);
  return countGraphemes(short.includes('@') ? short.replace(REMOTE_MENTIONS, '@$1') : short);
}
