import { graphemesOf } from '../../networks/count/graphemes.js';

/** East Asian wide and full-width characters and emoji, which take two cells. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u;
const NO_WIDTH = /^[\p{Mark}\u200b-\u200d\ufeff]+$/u;

function widthOfGrapheme(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/**
 * Characters of one cell that never combine: Latin letters and punctuation except line feeds, arrows and lines. Others
 * need the segmenter, whose first use takes several milliseconds.
 */
const NARROW = /^[\0-\t\v-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u257f]*$/;

/** The number of terminal cells that a line takes. */
export function widthOf(line: string): number {
  if (NARROW.test(line)) return line.length;
  let width = 0;
  for (const grapheme of graphemesOf(line)) width += widthOfGrapheme(grapheme);
  return width;
}

/** Truncates a line to a width, with an ellipsis. */
export function fitTo(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let kept = '';
  let used = 1;
  for (const grapheme of graphemesOf(line)) {
    used += widthOfGrapheme(grapheme);
    if (used > width) break;
    kept += grapheme;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

export function padTo(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - widthOf(line)));
}

/** Wraps a text at spaces to lines of at most this width. */
export function wrapTo(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, 10)));
}

function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && widthOf(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  lines.push(current);
  return lines;
}
