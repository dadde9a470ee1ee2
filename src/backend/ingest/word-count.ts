/** Scripts that are written without blanks between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

/** How many words a text has; where a script does not part them, as a dictionary parts them. */
export function countWords(text: string, language: string | null): number {
  if (!WITHOUT_BLANKS.test(text)) return text.match(WORD)?.length ?? 0;
  const segmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}
