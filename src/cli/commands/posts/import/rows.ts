import { CsvError, parse } from 'csv-parse/sync';
import { isRecord } from '../../../../base/is-record.js';
import { CliFailure } from '../../../failure.js';
import { readOverrides } from '../overrides.js';
import { type FieldFault, InvalidPost } from './parsed-post.js';

/** One unparsed row of a file. */
export interface Row {
  /** From 1, without the header. */
  readonly number: number;
  /** The line where it begins, from 1. */
  readonly line: number;
  /** Its content as written; identical content means the same row. */
  readonly written: string;
  /** Its fields by name. @throws InvalidPost if it cannot be parsed */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

const ROW_FORMATS = ['csv', 'jsonl'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** @throws CliFailure if the file as a whole cannot be parsed */
export function readRows(file: string, format: RowFormat): readonly Row[] {
  return format === 'csv' ? csvRows(file) : jsonRows(file);
}

/** Detects the format from a file's name and content. */
export function formatOf(name: string, content: string): RowFormat {
  if (/\.csv$|\.tsv$/i.test(name)) return 'csv';
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'jsonl';
  return content.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}

function jsonRows(file: string): Row[] {
  const lines = file.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines
    .map((written, index) => ({ written: written.trim(), line: index + 1 }))
    .filter(({ written }) => written !== '')
    .map(({ written, line }, index) => ({
      number: index + 1,
      line,
      written,
      fields: () => readJson(written),
    }));
}

function readJson(written: string): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = JSON.parse(written);
  } catch (error) {
    throw new InvalidPost([{ field: null, message: `not valid JSON: ${wordsOf(error)}` }]);
  }
  if (isRecord(read)) return read;
  throw new InvalidPost([{ field: null, message: 'must be an object: {"platforms": …, "text": …}.' }]);
}

/** Separators that spreadsheets use. */
const DELIMITERS = [',', ';', '\t'] as const;

function csvRows(file: string): Row[] {
  const heading = /^[^\r\n]*/.exec(file.replace(/^\uFEFF/, ''))?.[0] ?? '';
  const found: { readonly cells: readonly string[]; readonly line: number }[] = [];
  try {
    parse(file, {
      bom: true,
      delimiter: delimiterOf(heading),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        const breaks = cells.join('').split(/\r\n|\r|\n/).length - 1;
        found.push({ cells, line: lines - breaks });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CliFailure('usage', `The file is not valid CSV: ${error.message}`, {
      changed: 'nothing',
      next: ['Quote texts that contain commas or line breaks, and double the quotes inside them.'],
      cause: error,
    });
  }
  const [names, ...rows] = found;
  if (names === undefined) return [];
  const columns = names.cells.map((name) => name.trim());
  const twice = repeated(columns);
  if (twice !== undefined)
    throw new CliFailure('usage', `The column "${twice}" appears twice.`, { changed: 'nothing' });
  return rows.map(({ cells, line }, index) => ({
    number: index + 1,
    line,
    written: JSON.stringify(columns.map((name, at) => [name, cells[at] ?? ''])),
    fields: () => cellFields(columns, cells),
  }));
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function delimiterOf(heading: string): string {
  const count = (delimiter: string): number => heading.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Cells by column name, without empty ones. `x.text` is a field of an override. */
function cellFields(columns: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  if (cells.length > columns.length) {
    const message = `has ${cells.length} cells, but the header has ${columns.length}. Quote texts that contain commas.`;
    throw new InvalidPost([{ field: null, message }]);
  }
  const fields: Record<string, unknown> = {};
  const pairs: string[] = [];
  const faults: FieldFault[] = [];
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (name === '' || cell.trim() === '') continue;
    if (name.includes('.')) pairs.push(...pairsOf(name, cell));
    else fields[name] = cellValue(name, cell, faults);
  }
  try {
    if (pairs.length > 0) fields['overrides'] = readOverrides(pairs);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    faults.push({ field: null, message: error.message });
  }
  if (faults.length > 0) throw new InvalidPost(faults);
  return fields;
}

/** Override fields with several values, separated by `|` in a cell. */
const SEVERAL = /\.(mediaUrls|media|altTexts|thread|disclosure)$/;

function pairsOf(name: string, cell: string): string[] {
  const field = name.replace(/\.media$/, '.mediaUrls');
  const values = SEVERAL.test(name) ? cell.split('|').map((part) => part.trim()) : [cell];
  return values.map((value) => `${field}=${value}`);
}

function cellValue(name: string, cell: string, faults: FieldFault[]): unknown {
  switch (name) {
    case 'altTexts':
    case 'alt':
      return cell.split('|').map((part) => part.trim());
    case 'together':
    case 'allowDuplicate':
      return /^(true|yes|1)$/i.test(cell) ? true : /^(false|no|0)$/i.test(cell) ? false : cell;
    case 'overrides':
    case 'proposed':
      try {
        return JSON.parse(cell);
      } catch (error) {
        faults.push({ field: [name], message: `not valid JSON: ${wordsOf(error)}` });
        return undefined;
      }
    default:
      return name === 'text' ? cell : cell.trim();
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
