import { countGraphemes, graphemeBoundary } from './graphemes.js';
import { countMastodon } from './mastodon.js';
import { countThreads } from './threads.js';
import { codePoints, utf8Bytes } from './utf8.js';
import { countX } from './x.js';

/** How networks count the length of a text, by the name in API responses. */
const COUNTERS = {
  utf16: (text: string) => text.length,
  codepoints: codePoints,
  graphemes: countGraphemes,
  'utf8-bytes': utf8Bytes,
  'x-weighted': countX,
  mastodon: countMastodon,
  threads: countThreads,
} as const;

export type CountUnit = keyof typeof COUNTERS;

export function isCountUnit(name: string): name is CountUnit {
  return name in COUNTERS;
}

/** The length of a text in a unit. */
export function countText(text: string, unit: CountUnit): number {
  return COUNTERS[unit](text);
}

/**
 * How much of a text fits into `max` units.
 *
 * @returns the UTF-16 index at which to cut the text; its length if all of it fits. The cut splits no grapheme.
 */
export function fitsUpTo(text: string, unit: CountUnit, max: number): number {
  const count = COUNTERS[unit];
  if (count(text) <= max) return text.length;

  // `low` always fits and `high` does not. Doubling avoids counting most of a text that is far too long.
  let low = 0;
  let high = text.length;
  for (let probe = max + 1; probe < text.length; probe *= 2) {
    if (count(text.slice(0, probe)) > max) {
      high = probe;
      break;
    }
    low = probe;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (count(text.slice(0, middle)) <= max) low = middle;
    else high = middle;
  }
  let end = graphemeBoundary(text, low);
  // A shorter text can count more, for example if the cut turns a word into a URL.
  while (end > 0 && count(text.slice(0, end)) > max) end = graphemeBoundary(text, end - 1);
  return end;
}
