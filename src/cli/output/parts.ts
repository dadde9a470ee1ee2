import type { Format } from './style.js';
import type { Screen } from './table.js';
import { widthOf, wrapTo } from './width.js';

/** One part of a line, and its format. */
export interface Part {
  readonly text: string;
  readonly format?: Format | undefined;
}

const GAP = '  ';

/** Joins parts on one line, wrapped to the terminal with an indent. Empty parts are omitted. */
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

/** Wraps a text to indented lines of one format. */
export function paragraph(text: string, indent: string, format: Format | null, screen: Screen): string[] {
  const { style, width } = screen;
  return wrapTo(text, width === null ? Number.POSITIVE_INFINITY : width - indent.length).map(
    (line) => indent + (format === null ? line : style(format, line)),
  );
}
