import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../docs/measured.md');

/** Puts what a program measured between that program's marks on the page of figures. Nothing there is written by hand. */
export function writeMeasured(program: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = `<!-- ${program}: begin -->`;
  const end = `<!-- ${program}: end -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${program}: ${begin} … ${end}`);
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}

/** The rows of the table that a program wrote there before, without its head. */
export function writtenRows(program: string): readonly (readonly string[])[] {
  const page = readFileSync(PAGE, 'utf8');
  const between = page.split(`<!-- ${program}: begin -->`)[1]?.split(`<!-- ${program}: end -->`)[0] ?? '';
  const lines = between.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

/** A table as the formatter leaves it. @param rows the first one is its head */
export function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  const [head = [], ...others] = rows.map((row) => row.map(String));
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...others.map((row) => row[column]?.length ?? 0)),
  );
  const line = widths.map((width) => '-'.repeat(width));
  return [head, line, ...others]
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}
