import type { TimeForms } from '../../../contract/instants.js';
import type { Facts } from '../../answers/render-text.js';
import { safeHandle, type Untrusted } from '../../answers/untrusted.js';
import { textPart } from '../shared/text-part.js';

/** One entry of the inbox: what is known of it, and apart from that what people wrote. */
export interface Told {
  readonly row: Facts;
  readonly words: readonly Untrusted[];
}

/** Bytes of one text: in a list, in a list with all details, and where one text is read by itself. */
export const LISTED_BYTES = 600;
export const DETAILED_BYTES = 2_000;
export const READ_BYTES = 5_000;
export const CONTINUATION_BYTES = 11_000;

/** A person of a network: their handle as a fact where it can be one. */
export interface Person {
  readonly handle: string;
  readonly displayName: string;
}

/** A text of the inbox, cut to size, and how the rest is read. */
export function cutText(
  about: string,
  text: string,
  longest: number,
  readOn: (offset: number) => string,
  offset = 0,
): { readonly words: readonly Untrusted[]; readonly rest: string | undefined } {
  if (text === '') return { words: [], rest: undefined };
  const part = textPart(text, offset, longest);
  const place = part.start === 0 ? about : `${about} from ${part.start}`;
  return {
    words: [{ about: place, text: part.text, whole: true }],
    rest:
      part.end < text.length ? `${text.length - part.end} characters more: ${readOn(part.end)}` : undefined,
  };
}

/** What somebody calls themselves, where it cannot be a fact or says more than the handle. */
export function nameWords(of: string, { handle, displayName }: Person, detailed: boolean): Untrusted[] {
  const known = safeHandle(handle) !== undefined;
  return [
    ...(known || handle === '' ? [] : [{ about: `handle of ${of}`, text: handle }]),
    ...(displayName !== '' && (detailed || !known) ? [{ about: `name of ${of}`, text: displayName }] : []),
  ];
}

/** `in 3 h (Thu 2026-12-03 10:40)`. */
export function closingTime({ relative, local }: TimeForms): string {
  return `${relative} (${local.replace(/ \(UTC.*\)$/, '')})`;
}

/** Bytes that words take in an answer, for the measure of a page. */
export function measured({ row, words }: Told): Facts {
  return { ...row, words: words.map(({ about, text }) => ({ about, text })) };
}

/** Marks by which a text could look like another one to the person who reads it. */
const MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Joins emoji to one. */
const JOINER = '\u200d';

/** Other people's words in a question to a person: on one line, in quotes, with nothing that hides. */
export function plainQuote(text: string, maxBytes: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.replace(MARKS, (mark) =>
    mark === JOINER ? mark : `\\u{${mark.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  const part = textPart(shown, 0, maxBytes);
  const more = part.end < shown.length ? `… (${shown.length - part.end} characters more)` : '';
  return `"${part.text}"${more}`;
}
