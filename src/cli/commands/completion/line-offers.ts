import type { Offer, Place } from './places.js';
import { namesOf } from './value-cases.js';

/** A word that completes a line, and what it means. */
export interface LineOffer {
  readonly word: string;
  readonly summary: string;
}

/**
 * What completes the last word of a line; empty after a space. A word has no spaces, however it is quoted. Of values
 * separated by commas, and of `--option=value`, only the last value is completed. Files are left to the shell.
 * @param line from the program’s name to the cursor
 * @param profiles looks up the names of the stored profiles
 */
export async function lineOffers(
  places: readonly Place[],
  line: string,
  profiles: () => Promise<readonly string[]>,
): Promise<LineOffer[]> {
  const words = line.split(/\s+/);
  const typed = words.pop() ?? '';
  const { place, open } = placeAt(places, words.slice(1));
  if (place === undefined) return [];
  const assigned = /^(--[^=]+)=/.exec(typed)?.[1];
  const option = assigned ?? open;
  const all =
    option !== undefined
      ? await offered(valueFor(place, option), profiles)
      : typed.startsWith('-')
        ? place.options.map(({ long, description }) => ({ word: long, summary: description }))
        : place.words.length > 0
          ? place.words
          : await offered(place.argument, profiles);
  const last = typed.slice(typed.lastIndexOf(',') + 1);
  const start = last === typed && assigned !== undefined ? typed.slice(assigned.length + 1) : last;
  return all.filter(({ word }) => word.startsWith(start));
}

/** The place that the words lead to, and the option that still lacks its value. */
function placeAt(
  places: readonly Place[],
  words: readonly string[],
): { place: Place | undefined; open: string | undefined } {
  const byPath = new Map(places.map((place) => [place.path, place]));
  let place = byPath.get('');
  let open: string | undefined;
  for (const word of words) {
    if (open !== undefined) open = undefined;
    else if (word.startsWith('-')) open = place && valueFor(place, word) !== null ? word : undefined;
    else place = byPath.get(`${place?.path ?? ''} ${word}`.trimStart()) ?? place;
  }
  return { place, open };
}

/** What completes the value of an option; null for a switch, and for an option that is not known. */
function valueFor({ options }: Place, name: string): Offer | null {
  return options.find((option) => namesOf(option).includes(name))?.value ?? null;
}

async function offered(
  offer: Offer | null,
  profiles: () => Promise<readonly string[]>,
): Promise<readonly LineOffer[]> {
  if (offer === 'profile') return (await profiles()).map((word) => ({ word, summary: '' }));
  if (offer === null || typeof offer === 'string') return [];
  return offer.words.map((word) => ({ word, summary: '' }));
}
