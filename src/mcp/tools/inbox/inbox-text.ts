import { showHidden } from '../../../base/hidden-characters.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { Facts } from '../../answers/render-text.js';
import { safeHandle, type Untrusted } from '../../answers/untrusted.js';
import { textPart } from '../shared/text-part.js';

/** One entry of the inbox: its facts, and separately what people wrote. */
export interface InboxEntry {
  readonly row: Facts;
  readonly words: readonly Untrusted[];
}

/** Bytes of one text: in a list, in a detailed list, read by itself, and continued. */
export const LISTED_BYTES = 600;
export const DETAILED_BYTES = 2_000;
export const READ_BYTES = 5_000;
export const CONTINUATION_BYTES = 11_000;

/** A person on a network. */
export interface Person {
  readonly handle: string;
  readonly displayName: string;
}

/** A text of the inbox, cut to size, and the call that reads the rest. */
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
      part.end < text.length ? `${text.length - part.end} more characters: ${readOn(part.end)}` : undefined,
  };
}

/** A person's names, if the handle is unsafe as a fact or the details are wanted. */
export function nameWords(of: string, { handle, displayName }: Person, detailed: boolean): Untrusted[] {
  const known = safeHandle(handle) !== undefined;
  const repeats = displayName === handle || displayName === handle.replace(/^@/, '');
  return [
    ...(known || handle === '' ? [] : [{ about: `handle of ${of}`, text: handle }]),
    ...(displayName !== '' && !repeats && (detailed || !known)
      ? [{ about: `name of ${of}`, text: displayName }]
      : []),
  ];
}

/** Instead of a name that is quoted with the other people's words. */
export const QUOTED_BELOW = 'quoted below';

/** A person's name in a form: the display name in quotes, and the handle if it is another word. */
export function plainName({ handle, displayName }: Person): string {
  const known = safeHandle(handle);
  if (displayName === '' || displayName === handle) return known ?? plainQuote(handle, NAME_BYTES);
  const name = plainQuote(displayName, NAME_BYTES);
  return known === undefined ? name : `${name} (${known})`;
}

/** Bytes of a name in a form. */
const NAME_BYTES = 120;

/** `in 3 h (Thu 2026-12-03 10:40)`. */
export function closingTime({ relative, local }: TimeForms): string {
  return `${relative} (${local.replace(/ \(UTC.*\)$/, '')})`;
}

/** The entry with its words, to measure how many entries fit on a page. */
export function measured({ row, words }: InboxEntry): Facts {
  return { ...row, words: words.map(({ about, text }) => ({ about, text: showHidden(text) })) };
}

/** Other people's words inside a form: on one line, quoted, with invisible characters written out. */
function plainQuote(text: string, maxBytes: number): string {
  const shown = showHidden(text).replace(/\s+/g, ' ').trim();
  const part = textPart(shown, 0, maxBytes);
  const more = part.end < shown.length ? `… (${shown.length - part.end} more characters)` : '';
  return `"${part.text}"${more}`;
}
