import { splitText } from '../split-text.js';
import type { PreflightTarget } from './target.js';
import { countedText, type FieldCount, showsText, textLimits } from './text.js';

/** The first post, and as many in `thread` as an override can have. */
const MAX_POSTS = 101;

/**
 * The text and thread of a target as posts that fit.
 *
 * @param counts of the text and the thread
 * @returns null if everything fits, or if the network has no threads
 */
export function splitOf(target: PreflightTarget, counts: readonly FieldCount[]): readonly string[] | null {
  const { content, rules, texts } = target;
  const isTooLong = counts.some(({ field, room }) => /^(text|thread\/\d+)$/.test(field) && room < 0);
  if (!rules.thread || !isTooLong || !showsText(target)) return null;
  const limits = textLimits(target).map(({ unit, max, linkLength }) => ({
    unit,
    max: max.value,
    linkLength,
  }));
  const warning = countedText(target, '');
  const fitsUpTo = (text: string): number => {
    const ends = limits.map(({ unit, max, linkLength }) =>
      texts.fitsUpTo(warning + text, unit, max, linkLength),
    );
    return Math.max(0, Math.min(...ends) - warning.length);
  };
  const named = JSON.stringify([limits, warning]);
  const posts: string[] = [];
  for (const text of [content.text, ...content.thread]) {
    const parts = texts.split(text, named, () =>
      // A content warning can leave no room.
      text !== '' && fitsUpTo(text) === 0 ? null : splitText(text, fitsUpTo, MAX_POSTS),
    );
    if (parts === null || posts.length + parts.length > MAX_POSTS) return null;
    posts.push(...parts);
  }
  return posts;
}
