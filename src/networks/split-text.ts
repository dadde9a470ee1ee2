import { entitiesOf } from './count/entities.js';
import { graphemeBoundary } from './count/graphemes.js';
import { urlsIn } from './count/x-urls.js';

/** Where a text may be cut, from the best place to the worst. A match ends where the next part begins. */
const BREAKS: readonly { readonly pattern: RegExp; readonly minShare: number }[] = [
  { pattern: /\n[^\S\n]*\n\s*/g, minShare: 0.4 },
  { pattern: /\n\s*/g, minShare: 0.5 },
  { pattern: /[.!?…؟।]["'”’»)\]]*\s+|[。！？]+[”’」』）]*\s*/g, minShare: 0.5 },
  { pattern: /\s+/g, minShare: 0 },
];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is looked at for one part first, and at most, in UTF-16 units. It keeps long texts fast. */
const FIRST_LOOK = 1_000;
const MAX_PART_LENGTH = 16_000;

/**
 * Cuts a text into parts that fit, between paragraphs if that fills a part well, otherwise between lines, sentences,
 * words, or at last graphemes. A link, mention or hashtag is never cut: one that does not fit by itself stays too long.
 * Only white space at the cuts is lost.
 *
 * @param fitsUpTo how much of a text fits into a part, as a UTF-16 index; the text’s length if all of it does
 * @returns null if there would be more than `maxParts`
 */
export function splitText(
  text: string,
  fitsUpTo: (text: string) => number,
  maxParts = Number.POSITIVE_INFINITY,
): string[] | null {
  const whole = wholeSpans(text);
  const parts: string[] = [];
  let start = afterSpace(text, 0);
  while (start < text.length) {
    if (parts.length === maxParts) return null;
    const end = endOfPart(text, start, whole, fitsUpTo);
    parts.push(text.slice(start, end).trimEnd());
    start = afterSpace(text, end);
  }
  return parts;
}

function endOfPart(
  whole: string,
  start: number,
  spans: readonly Span[],
  fitsUpTo: (text: string) => number,
): number {
  let text = whole.slice(start, start + FIRST_LOOK);
  let max = fitsUpTo(text);
  while (max === text.length && text.length < Math.min(MAX_PART_LENGTH, whole.length - start)) {
    text = whole.slice(start, start + 4 * text.length);
    max = fitsUpTo(text);
  }
  const isLast = start + text.length === whole.length;
  if (isLast && max >= text.trimEnd().length) return whole.length;
  const near = spans.filter((span) => span.end > start && span.start <= start + text.length);
  const isCut = (index: number) =>
    near.some((span) => span.start < start + index && start + index < span.end);
  // A shorter text can count more, for example if the cut turns a word into a URL.
  const fits = (index: number) => {
    const part = text.slice(0, index).trimEnd();
    return part !== '' && fitsUpTo(part) >= part.length;
  };
  // White space after the last word that fits may be beyond the limit.
  const reach = afterSpace(text, max);
  for (const { pattern, minShare } of BREAKS) {
    const ends = [...text.slice(0, reach).matchAll(pattern)]
      .map(({ 0: found, index }) => index + found.length)
      .filter((end) => end >= max * minShare && !isCut(end));
    const end = ends.findLast(fits);
    if (end !== undefined) return start + end;
  }
  const first = near.find((span) => span.start <= start);
  if (first && first.end > start + max) return first.end;
  let end = graphemeBoundary(text, max);
  while (end > 0 && (isCut(end) || !fits(end))) end = graphemeBoundary(text, end - 1);
  return start + (end > 0 ? end : firstGrapheme(text));
}

/** The index of the first character at or after `index` that is not white space. */
function afterSpace(text: string, index: number): number {
  const found = text.slice(index).search(/\S/);
  return found === -1 ? text.length : index + found;
}

/** What no cut divides. */
function wholeSpans(text: string): Span[] {
  return [...entitiesOf(text), ...[...urlsIn(text)].map(([start, end]) => ({ start, end }))].sort(
    (one, other) => one.start - other.start || other.end - one.end,
  );
}

/** A grapheme that does not fit by itself is a part of its own. */
function firstGrapheme(text: string): number {
  let end = 1;
  while (end < text.length && graphemeBoundary(text, end) !== end) end += 1;
  return end;
}
