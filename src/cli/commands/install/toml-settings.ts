import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { isRecord } from '../../../base/is-record.js';
import { SettingsUnreadable } from './settings-file.js';

/**
 * Sets one table in the text of a TOML file, or removes it if undefined. All other lines are preserved.
 *
 * @param path the names of the table, outermost first
 * @throws SettingsUnreadable if the table cannot be replaced by whole lines
 */
export function editToml(text: string, path: readonly string[], value: TomlTable | undefined): string {
  const before = readToml(text);
  if (isDeepStrictEqual(tableAt(before, path), value)) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const kept = withoutTable(lines, path);
  const table = value === undefined ? [] : written(path, value);
  const at = kept.at ?? endOf(kept.lines);
  const above = kept.lines.slice(0, at);
  const below = kept.lines.slice(at);
  const gap = table.length > 0 && above.length > 0 && above.at(-1)?.trim() !== '' ? [''] : [];
  const after = [...above, ...gap, ...table, ...(table.length > 0 ? [''] : []), ...below].join(eol);
  const result = after.replace(/(?<![\r\n])(\r?\n)+$/, eol).replace(/^(\r?\n)+$/, '');
  if (!isCorrectEdit(result, before, path, value)) {
    throw new SettingsUnreadable(`[${path.join('.')}] is in a form that cannot be replaced line by line.`);
  }
  return result;
}

/** Whether the table has its new value and everything else is unchanged. */
function isCorrectEdit(
  text: string,
  before: TomlTable,
  path: readonly string[],
  value: TomlTable | undefined,
): boolean {
  try {
    const after = readToml(text);
    // Empty outer tables may appear and disappear.
    const others = isDeepStrictEqual(withoutTableIn(after, path), withoutTableIn(before, path));
    return others && isDeepStrictEqual(tableAt(after, path), value);
  } catch (error) {
    if (error instanceof SettingsUnreadable) return false;
    throw error;
  }
}

/** Parses TOML. @throws SettingsUnreadable */
export function readToml(text: string): TomlTable {
  try {
    // The parser's tables have no prototype; plain objects can be compared.
    return structuredClone(parse(text));
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new SettingsUnreadable(`It is not valid TOML: ${first}.`);
  }
}

function written(path: readonly string[], value: TomlTable): string[] {
  const nested = [...path].reverse().reduce<TomlTable>((inner, name) => ({ [name]: inner }), value);
  const all = stringify(nested).trimEnd().split('\n');
  // Skip the headers of the outer tables, which are empty here.
  return all.slice(all.findIndex((line) => headerOf(line)?.length === path.length));
}

interface Kept {
  readonly lines: readonly string[];
  /** The line of the table; null if it was not there. */
  readonly at: number | null;
}

/** Removes a table and its subtables. A comment above the next table belongs to that table. */
function withoutTable(lines: readonly string[], path: readonly string[]): Kept {
  const headers = headersIn(lines);
  let at: number | null = null;
  const gone = new Set<number>();
  for (const [index, header] of headers.entries()) {
    if (!isInside(header.names, path)) continue;
    const next = headers[index + 1]?.line ?? lines.length;
    let end = next;
    while (end > header.line + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
    at ??= header.line;
    for (let line = header.line; line < end; line += 1) gone.add(line);
    // Also remove the blank line before the next table.
    if (end < next && lines[end]?.trim() === '') gone.add(end);
  }
  return { lines: lines.filter((_, index) => !gone.has(index)), at };
}

interface Header {
  readonly line: number;
  readonly names: readonly string[];
}

/** The table headers, skipping lines inside multi-line strings. */
function headersIn(lines: readonly string[]): Header[] {
  const found: Header[] = [];
  let inside: string | null = null;
  for (const [line, text] of lines.entries()) {
    if (inside === null) {
      const names = headerOf(text);
      if (names !== undefined) found.push({ line, names });
    }
    for (const [mark] of text.matchAll(/"""|'''/g)) {
      if (inside === null) inside = mark;
      else if (inside === mark) inside = null;
    }
  }
  return found;
}

/** `[a."b c"]` -> `['a', 'b c']`; undefined for any other line. */
function headerOf(line: string): string[] | undefined {
  const [, inner] = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/.exec(line) ?? [];
  if (inner === undefined) return undefined;
  return [...inner.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

function isInside(names: readonly string[], path: readonly string[]): boolean {
  return path.every((name, index) => names[index] === name);
}

function endOf(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end -= 1;
  return end;
}

function tableAt(whole: TomlTable, [name = '', ...rest]: readonly string[]): unknown {
  const inner = whole[name];
  return rest.length > 0 && isTable(inner) ? tableAt(inner, rest) : rest.length > 0 ? undefined : inner;
}

function withoutTableIn(whole: TomlTable, [name = '', ...rest]: readonly string[]): TomlTable {
  const inner = whole[name];
  const others = Object.entries(whole).filter(([key]) => key !== name);
  if (rest.length === 0 || inner === undefined) return Object.fromEntries(others);
  if (!isTable(inner)) return whole;
  const changed = withoutTableIn(inner, rest);
  // An outer table that only exists through its subtables disappears with the last one.
  return Object.fromEntries(Object.keys(changed).length === 0 ? others : [...others, [name, changed]]);
}

function isTable(value: unknown): value is TomlTable {
  return isRecord(value) && !(value instanceof Date);
}
