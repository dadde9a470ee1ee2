import { findHidden, type HiddenCharacters } from '../../base/hidden-characters.js';
import { type CountUnit, countText, fitsUpTo } from './count.js';
import { mayShorten } from './mastodon.js';
import { countCashtags, countHashtags, countLinks, countMentions } from './mentions-and-tags.js';

const AMOUNTS = {
  hashtags: countHashtags,
  mentions: countMentions,
  cashtags: countCashtags,
} as const;

/** Counts each text only once: many accounts of a post have the same one. */
export class TextCounts {
  readonly #known = new Map<string, Map<string, number>>();
  readonly #hidden = new Map<string, HiddenCharacters>();
  readonly #splits = new Map<string, Map<string, readonly string[] | null>>();

  /** The length of a text, as `countText` counts it. */
  length(text: string, unit: CountUnit, linkLength?: number): number {
    const counted = unit === 'mastodon' && !mayShorten(text) ? 'graphemes' : unit;
    const name = linkLength === undefined ? counted : `${counted} ${linkLength}`;
    return this.#once(name, text, () => countText(text, counted, linkLength));
  }

  /** How much of a text fits into `max` units, as a UTF-16 index. */
  fitsUpTo(text: string, unit: CountUnit, max: number, linkLength?: number): number {
    if (this.length(text, unit, linkLength) <= max) return text.length;
    return this.#once(`${unit} ${max} ${linkLength ?? ''}`, text, () =>
      fitsUpTo(text, unit, max, linkLength),
    );
  }

  amount(text: string, what: keyof typeof AMOUNTS): number {
    return this.#once(what, text, () => AMOUNTS[what](text));
  }

  /** The number of different URLs in a text, including the post's attached link. */
  links(text: string, attached: string | null): number {
    return this.#once(`links ${attached ?? ''}`, text, () => countLinks(text, attached));
  }

  /** The posts into which a text is cut by these limits. */
  split(text: string, limits: string, cut: () => readonly string[] | null): readonly string[] | null {
    const splits = this.#splits.get(limits) ?? new Map<string, readonly string[] | null>();
    this.#splits.set(limits, splits);
    const known = splits.get(text);
    if (known !== undefined) return known;
    const parts = cut();
    splits.set(text, parts);
    return parts;
  }

  hidden(text: string): HiddenCharacters {
    const known = this.#hidden.get(text);
    if (known !== undefined) return known;
    const found = findHidden([text]);
    this.#hidden.set(text, found);
    return found;
  }

  #once(what: string, text: string, count: () => number): number {
    const counts = this.#known.get(what) ?? new Map<string, number>();
    this.#known.set(what, counts);
    const known = counts.get(text);
    if (known !== undefined) return known;
    const counted = count();
    counts.set(text, counted);
    return counted;
  }
}
