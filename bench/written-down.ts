import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../docs/measured.md');

/** Replaces the text between a program's markers in docs/measured.md. */
export function writeMeasured(program: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = `<!-- ${program}: begin -->`;
  const end = `<!-- ${program}: end -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${PAGE} has no markers for ${program}: ${begin} … ${end}`);
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}

/** The rows of a program's current table, without the header. */
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

/** A Markdown table with aligned columns. @param rows the first one is the header */
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
