import { countGraphemes, graphemeBoundary } from './graphemes.js';
import { countMastodon } from './mastodon.js';
import { countThreads } from './threads.js';
import { codePoints, utf8Bytes } from './utf8.js';
import { countX } from './x.js';

/** The ways in which networks measure a text, by the name that answers carry. */
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

/** How long a text is, measured in the given unit. */
export function countText(text: string, unit: CountUnit): number {
  return COUNTERS[unit](text);
}

/**
 * How much of a text fits.
 *
 * @returns the UTF-16 index up to which the text may be kept: the whole length where all of it fits. It splits
 *   no grapheme, and what stands before it is at most `max` units long.
 */
export function fitsUpTo(text: string, unit: CountUnit, max: number): number {
  const count = COUNTERS[unit];
  if (count(text) <= max) return text.length;

  // `low` always fits and `high` does not. Most of a text that is far too long need not be looked at.
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
  // A boundary before `low` can count for more where the cut completes something, such as an address.
  while (end > 0 && count(text.slice(0, end)) > max) end = graphemeBoundary(text, end - 1);
  return end;
}
