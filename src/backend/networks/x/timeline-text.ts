import { listAt, textAt } from '../requests/json-answer.js';
import { comparable } from '../requests/lookup.js';

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * The text as its author wrote it. X escapes three characters, shortens every link to t.co, and puts long posts
 * into `note_tweet`.
 */
export function writtenText(tweet: unknown): string {
  const long = textAt(tweet, 'note_tweet', 'text');
  const entities =
    long === null ? listAt(tweet, 'entities', 'urls') : listAt(tweet, 'note_tweet', 'entities', 'urls');
  const answered = long ?? textAt(tweet, 'text') ?? '';
  let text = answered.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  for (const link of entities) {
    const short = textAt(link, 'url');
    // X appends a link for photos and videos, which the author did not write.
    const written = textAt(link, 'media_key') === null ? (textAt(link, 'expanded_url') ?? '') : '';
    if (short !== null) text = text.replaceAll(short, written);
  }
  return text;
}

/** X adds a scheme to links without one: compare them without it. */
export function withoutSchemes(text: string): string {
  return comparable(text).replace(/https?:\/\//gi, '');
}
