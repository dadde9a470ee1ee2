const BETWEEN = 0;
const LETTER = 1;
const MARK = 2;
const JOINT = 3;
/** Matches scripts that are written without spaces between words. */
const WITHOUT_BLANKS = 4;

/** Caches the class of characters of the basic plane: a page repeats a few of them many times. */
const kinds = new Uint8Array(0x1_00_00).fill(255);

/** Counts the words of a text. Scripts without spaces are segmented with a dictionary. */
export function countWords(text: string, language: string | null): number {
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (kind === WITHOUT_BLANKS) return countSegments(text, language);
    if (kind === LETTER && !inWord) words += 1;
    inWord =
      kind === LETTER || (inWord && (kind === MARK || (kind === JOINT && kindAt(text, at + 1) === LETTER)));
    if (isPair(text, at)) at += 1;
  }
  return words;
}

/**
 * Characters per call of the segmenter, which takes time in proportion to the text for each word of it. A piece ends
 * after white space or a sign between sentences. In a longer run without any, a word may be cut and so counted twice.
 */
const PIECES = /.{1,500}(?:(?<=[\s、。，．！？；：])|$)|.{1,500}/gsu;

function countSegments(text: string, language: string | null): number {
  const segmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'word' });
  let words = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) words += 1;
  }
  return words;
}

function kindAt(text: string, at: number): number {
  if (at >= text.length) return BETWEEN;
  const unit = text.charCodeAt(at);
  if (isPair(text, at)) return kindOf(text.slice(at, at + 2));
  const known = kinds[unit] ?? 255;
  if (known !== 255) return known;
  const kind = kindOf(text[at] ?? '');
  kinds[unit] = kind;
  return kind;
}

/** Whether a surrogate pair starts here. */
function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff;
}

function kindOf(sign: string): number {
  if (
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      sign,
    )
  ) {
    return WITHOUT_BLANKS;
  }
  if (/^[\p{L}\p{N}]/u.test(sign)) return LETTER;
  if (/^\p{M}/u.test(sign)) return MARK;
  return /^['’.-]/.test(sign) ? JOINT : BETWEEN;
}
