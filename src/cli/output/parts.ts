import type { Format } from './style.js';
import type { Screen } from './table.js';
import { widthOf, wrapTo } from './width.js';

/** A piece of a line, and how it is coloured. */
export interface Part {
  readonly text: string;
  readonly format?: Format | undefined;
}

const GAP = '  ';

/** Pieces beside each other, in as many lines as the terminal needs; what follows is indented. Empty ones are left out. */
export function partsLine(parts: readonly Part[], { width, style }: Screen): string {
  const lines: string[] = [];
  let used = 0;
  for (const { text, format } of parts.filter((part) => part.text !== '')) {
    const shown = format === undefined ? text : style(format, text);
    const cells = widthOf(text);
    const line = lines.pop();
    if (line === undefined) {
      lines.push(shown);
      used = cells;
    } else if (width !== null && used + GAP.length + cells > width) {
      lines.push(line, GAP + shown);
      used = GAP.length + cells;
    } else {
      lines.push(line + GAP + shown);
      used += GAP.length + cells;
    }
  }
  return lines.join('\n');
}

/** A text in lines under each other, all indented and coloured alike. */
export function paragraph(text: string, indent: string, format: Format | null, screen: Screen): string[] {
  const { style, width } = screen;
  return wrapTo(text, width === null ? Number.POSITIVE_INFINITY : width - indent.length).map(
    (line) => indent + (format === null ? line : style(format, line)),
  );
}
