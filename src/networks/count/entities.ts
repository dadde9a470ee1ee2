import { linksIn } from './links.js';
import { HASHTAGS, MENTIONS } from './mentions-and-tags.js';

/** A link, mention or hashtag in a post's text. Offsets are UTF-16 code units. */
export interface TextEntity {
  readonly kind: 'link' | 'mention' | 'hashtag';
  readonly start: number;
  readonly end: number;
  /** The URL, or the handle or tag without its `@` or `#`. */
  readonly value: string;
}

/**
 * The links, mentions and hashtags of a text, in order and without overlaps. A URL without a scheme does not count: some
 * networks link it, but no two in the same way.
 */
export function entitiesOf(text: string): readonly TextEntity[] {
  const links = linksIn(text).map(
    ({ start, url }): TextEntity => ({ kind: 'link', start, end: start + url.length, value: url }),
  );
  const words = (pattern: RegExp, kind: 'mention' | 'hashtag') =>
    outside(links, [...text.matchAll(pattern)]).map(
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

/** The matches that do not start inside a link. Both lists are sorted, so one pass suffices. */
function outside(links: readonly TextEntity[], matches: readonly RegExpExecArray[]): RegExpExecArray[] {
  let next = 0;
  return matches.filter(({ index }) => {
    let link = links[next];
    while (link && link.end <= index) link = links[++next];
    return !link || index < link.start;
  });
}
