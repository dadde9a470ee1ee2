/** A link, mention or hashtag in a post's text. Places count UTF-16 code units. */
export interface TextEntity {
  readonly kind: 'link' | 'mention' | 'hashtag';
  readonly start: number;
  readonly end: number;
  /** The address; the handle or tag without its sign. */
  readonly value: string;
}

/** An address with its scheme: an address without one is linked by some networks only, and by none the same way. */
const LINK = /https?:\/\/[^\s<>"]+/giu;
/** `@name`, `@name.example` and `@name@server.example`; not within a word or an address. */
const MENTION =
  /(?<![\p{L}\p{N}_@./])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\p{L}\p{N}.-]+[\p{L}\p{N}])?)/giu;
/** Words of letters, digits and underscores that are not digits alone. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])[#＃]((?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{M}\p{N}_]+)/giu;

/** Punctuation that ends the sentence rather than the address; a closing bracket stays where one was opened. */
function trimmed(address: string): string {
  let kept = address;
  for (;;) {
    const last = kept.at(-1) ?? '';
    const unopened = last === ')' && !kept.includes('(');
    if (!unopened && !/[.,;:!?'"*»”’\]]/.test(last)) return kept;
    kept = kept.slice(0, -1);
  }
}

/** What a reader would take for links, mentions and hashtags, in the order of the text and without overlaps. */
export function entitiesOf(text: string): readonly TextEntity[] {
  const links = [...text.matchAll(LINK)].map(({ 0: address, index }): TextEntity => {
    const value = trimmed(address);
    return { kind: 'link', start: index, end: index + value.length, value };
  });
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
  return [...links, ...words(MENTION, 'mention'), ...words(HASHTAG, 'hashtag')].sort(
    (one, other) => one.start - other.start,
  );
}
