import { linksIn } from './links.js';
import { HASHTAGS, MENTIONS } from './mentions-and-tags.js';

/** A link, mention or hashtag in a post's text. Places count UTF-16 code units. */
export interface TextEntity {
  readonly kind: 'link' | 'mention' | 'hashtag';
  readonly start: number;
  readonly end: number;
  /** The address; the handle or tag without its sign. */
  readonly value: string;
}

/**
 * What a reader would take for links, mentions and hashtags, in the order of the text and without overlaps.
 * An address without a scheme is none: some networks link it, and no two the same way.
 */
export function entitiesOf(text: string): readonly TextEntity[] {
  const links = linksIn(text).map(
    ({ start, url }): TextEntity => ({ kind: 'link', start, end: start + url.length, value: url }),
  );
  const within = (start: number) => links.some((link) => link.start <= start && start < link.end);
  const words = (pattern: RegExp, kind: 'mention' | 'hashtag') =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !within(index))
      .map(
        ({ 0: whole, 1: value = '', index }): TextEntity => ({
          kind,
          start: index,
          end: index + whole.length,
          value,
        }),
      );
  return [...links, ...words(MENTIONS, 'mention'), ...words(HASHTAGS, 'hashtag')].sort(
    (one, other) => one.start - other.start,
  );
}
