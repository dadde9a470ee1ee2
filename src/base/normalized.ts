/**
 * Combining marks that are normalised together. Unicode orders the marks of a letter, which takes quadratic time in
 * their number. No text that people read has this many on one letter: Unicode's own limit for streams is 30.
 */
const MAX_MARKS = 128;

/** Marks, and the two letters that NFKC turns into marks. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const FULL_RUN = new RegExp(`${MARK}{${MAX_MARKS}}(?=${MARK})`, 'gu');

/** Like `text.normalize(form)`, in linear time. A run of more than 128 combining marks is normalised in parts. */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  let written = '';
  let start = 0;
  for (const { 0: run, index } of text.matchAll(FULL_RUN)) {
    const end = index + run.length;
    written += text.slice(start, end).normalize(form);
    start = end;
  }
  return written + text.slice(start).normalize(form);
}
