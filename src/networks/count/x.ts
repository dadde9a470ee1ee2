import { normalized } from '../../base/normalized.js';
import { isPairAt } from './utf8.js';
import { emojiSequences } from './x-emoji.js';
import { urlsIn } from './x-urls.js';

/** X shortens every URL to this length. */
const URL_WEIGHT = 23;

/** The characters that weigh 2; all others weigh 1 (twitter-text configuration v3). */
const HEAVY = /[\u1100-\u1fff\u200e\u200f\u2020-\u2031\u2038-\uffff]/;

/**
 * A text's weighted length on X, after NFC normalisation: a URL counts 23, an emoji sequence 2, Latin and most other
 * alphabets 1, everything else 2.
 */
export function countX(text: string): number {
  const normal = normalized(text, 'NFC');
  const urls = urlsIn(normal);
  const emoji = emojiSequences(normal);
  if (urls.size === 0 && emoji.size === 0 && !HEAVY.test(normal)) return normal.length;

  let weight = 0;
  let index = 0;
  while (index < normal.length) {
    const urlEnd = urls.get(index);
    const end = urlEnd ?? emoji.get(index);
    if (end !== undefined) {
      weight += urlEnd === undefined ? 2 : URL_WEIGHT;
      index = end;
    } else if (isPairAt(normal, index)) {
      weight += 2;
      index += 2;
    } else {
      weight += HEAVY.test(normal.charAt(index)) ? 2 : 1;
      index++;
    }
  }
  return weight;
}
