import { countGraphemes, graphemeBoundary, graphemesWithin } from './graphemes.js';
import { countMastodon } from './mastodon.js';
import { countThreads, measureThreads } from './threads.js';
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

/** What a grapheme counts, in units in which a text counts as much as its graphemes. */
const MEASURES: Readonly<Partial<Record<keyof typeof COUNTERS, (grapheme: string) => number>>> = {
  graphemes: () => 1,
  threads: measureThreads,
};

export type CountUnit = keyof typeof COUNTERS;

export function isCountUnit(name: string): name is CountUnit {
  return name in COUNTERS;
}

/**
 * The length of a text in a unit.
 *
 * @param linkLength what a link counts on the account's own server; undefined: what it counts in this unit
 */
export function countText(text: string, unit: CountUnit, linkLength?: number): number {
  return unit === 'mastodon' ? countMastodon(text, linkLength) : COUNTERS[unit](text);
}

/**
 * How much of a text fits into `max` units.
 *
 * @returns the UTF-16 index at which to cut the text; its length if all of it fits. The cut splits no grapheme.
 */
export function fitsUpTo(text: string, unit: CountUnit, max: number, linkLength?: number): number {
  const measure = MEASURES[unit];
  if (measure) return graphemesWithin(text, max, measure);
  const count = (part: string) => countText(part, unit, linkLength);
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
  // A shorter text can count more, for example if the cut turns a word into a URL. The steps double, so that they are few.
  for (let step = 1; end > 0 && count(text.slice(0, end)) > max; step *= 2)
    end = graphemeBoundary(text, end - step);
  return end;
}
