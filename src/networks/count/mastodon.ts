import { countGraphemes } from './graphemes.js';
import { replaceLinks } from './links.js';

/** What every link counts, whatever its length: `characters_reserved_per_url`. */
const LINK = 'x'.repeat(23);

/** `@user@server.example`: the server is not counted. */
const REMOTE_MENTIONS = /(?<![=/\w])@(\w+(?:[\w.-]*\w)?)@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu;

/** A text's length at Mastodon: graphemes, of which a link is 23 and a remote mention only its `@user`. */
export function countMastodon(text: string): number {
  const short = replaceLinks(text, LINK);
  return countGraphemes(short.includes('@') ? short.replace(REMOTE_MENTIONS, '@$1') : short);
}
