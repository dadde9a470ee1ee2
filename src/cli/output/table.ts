import { plainLine } from './plain-text.js';
import type { Format, Style } from './style.js';
import { fitTo, padTo, widthOf } from './width.js';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly format?: (row: Row) => Format | undefined;
  /** The width to which the column may shrink; a column without one never shrinks. */
  readonly minWidth?: number;
  /** Never truncated, such as a URL: if the terminal is too narrow, it gets its own line. */
  readonly whole?: boolean;
}

export interface Screen {
  /** Columns of the terminal; null if output is not a terminal and lines may have any length. */
  readonly width: number | null;
  readonly style: Style;
}

const GAP = '  ';

/**
 * Formats rows as a table. If the terminal is too narrow, columns with a `minWidth` shrink; if that is not enough,
 * they move to an indented line below their row.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], screen: Screen): string {
  const cells = rows.map((row) => columns.map(({ value }) => plainLine(value(row))));
  const natural = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = fitted(columns, natural, screen.width);
  if (widths === undefined) return twoLines(columns, rows, cells, natural, screen);
  const heading = lineOf(
    columns.map(({ title }, index) => screen.style('dim', padTo(title, widths[index] ?? 0))),
  );
  const body = rows.map((row, index) =>
    lineOf(styledCells(columns, row, cells[index] ?? [], widths, screen.style)),
  );
  return [heading, ...body].join('\n');
}

const lineOf = (cells: readonly string[]): string => cells.join(GAP).trimEnd();

function styledCells<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  cells: readonly string[],
  widths: readonly number[],
  style: Style,
): string[] {
  return columns.map((column, index) => {
    const text = padTo(fitTo(cells[index] ?? '', widths[index] ?? 0), widths[index] ?? 0);
    const format = column.format?.(row);
    return format === undefined ? text : style(format, text);
  });
}

/** Column widths, shrinking the widest first; undefined if even the minimum widths do not fit. */
function fitted<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  available: number | null,
): number[] | undefined {
  const widths = [...natural];
  const gaps = GAP.length * (columns.length - 1);
  const excess = (): number =>
    available === null ? 0 : widths.reduce((sum, width) => sum + width, gaps) - available;
  for (let over = excess(); over > 0; over = excess()) {
    let widest = -1;
    for (const [index, { minWidth }] of columns.entries()) {
      const width = widths[index] ?? 0;
      if (minWidth !== undefined && width > minWidth && width > (widths[widest] ?? 0)) widest = index;
    }
    const column = columns[widest];
    if (column?.minWidth === undefined) return undefined;
    widths[widest] = Math.max(column.minWidth, (widths[widest] ?? 0) - 1);
  }
  return widths;
}

function twoLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  cells: readonly (readonly string[])[],
  natural: readonly number[],
  { width, style }: Screen,
): string {
  const indent = '    ';
  const available = (width ?? Number.POSITIVE_INFINITY) - indent.length;
  const lines = rows.flatMap((row, index) => {
    const line = cells[index] ?? [];
    const shown = columns.map((column, at) => ({ column, at, text: line[at] ?? '' }));
    const head = shown
      .filter(({ column }) => column.minWidth === undefined && !column.whole)
      .map(({ column, text, at }) => {
        const format = column.format?.(row);
        const padded = padTo(text, natural[at] ?? 0);
        return format === undefined ? padded : style(format, padded);
      });
    const rest = shown
      .filter(({ column, text }) => column.minWidth !== undefined && text !== '')
      .map(({ text }) => text);
    const whole = shown.filter(({ column, text }) => column.whole && text !== '');
    return [
      lineOf(head),
      ...(rest.length === 0 ? [] : [indent + style('dim', fitTo(rest.join(' · '), available))]),
      ...whole.map(({ text }) => indent + style('dim', text)),
    ];
  });
  return lines.join('\n');
}
