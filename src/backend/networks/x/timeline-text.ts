import { listAt, textAt, valueAt } from '../requests/json-answer.js';
import { comparable } from '../requests/lookup.js';

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** A short link. One that is left means that X did not say what it stands for, or that the text is cut off. */
const SHORT_LINK = /https?:\/\/t\.co\//i;

/**
 * The text as its author wrote it; null: the response does not say. X escapes three characters, shortens every link to
 * t.co, and puts long posts into `note_tweet`, which newer versions call `note_post`.
 */
export function writtenText(tweet: unknown): string | null {
  const note = valueAt(tweet, 'note_post') ?? valueAt(tweet, 'note_tweet');
  const long = textAt(note, 'text');
  const entities = long === null ? listAt(tweet, 'entities', 'urls') : listAt(note, 'entities', 'urls');
  const answered = long ?? textAt(tweet, 'text');
  if (answered === null) return null;
  let text = answered.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  for (const link of entities) {
    const short = textAt(link, 'url') || null;
    // X appends a link for photos and videos, which the author did not write.
    const written = textAt(link, 'media_key') === null ? textAt(link, 'expanded_url') || null : '';
    if (short !== null && written !== null) text = text.replaceAll(short, written);
  }
  return SHORT_LINK.test(text) ? null : text;
}

/** X adds a scheme to links without one: compare them without it. */
export function withoutSchemes(text: string): string {
  return comparable(text).replace(/https?:\/\//gi, '');
}
