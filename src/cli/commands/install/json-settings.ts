import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { isRecord } from '../../../base/is-record.js';
import { SettingsUnreadable } from './settings-file.js';

/**
 * Sets one value in the text of a JSON file, or removes it if undefined. Comments, order, line endings and indentation
 * are preserved.
 *
 * @throws SettingsUnreadable
 */
export function editJson(text: string, path: readonly string[], value: unknown): string {
  const blank = text.trim() === '';
  if (blank && value === undefined) return text;
  const before = blank ? {} : readJson(text);
  const after = value === undefined ? without(text, path) : withEntry(blank ? '{}\n' : text, path, value);
  if (!isDeepStrictEqual(readJson(after), withValue(before, path, value))) {
    throw new SettingsUnreadable('The entry cannot be changed without changing other parts of the file.');
  }
  return after;
}

function without(text: string, path: readonly string[]): string {
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

/** Inserts the value by whole lines, so that the surrounding text keeps its format. */
function withEntry(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return text;
  const known = findNodeAtLocation(root, [...path]);
  const layout = layoutOf(text);
  if (known !== undefined) {
    const fresh = rendered(value, indentAt(text, known.offset), layout);
    return text.slice(0, known.offset) + fresh + text.slice(known.offset + known.length);
  }
  let depth = path.length - 1;
  while (depth > 0 && findNodeAtLocation(root, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  if (parent?.type !== 'object') return text;
  const inner = path.slice(depth + 1).reduceRight<unknown>((held, name) => ({ [name]: held }), value);
  return withProperty(text, parent, path[depth] ?? '', inner, layout);
}

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly step: string;
}

function withProperty(text: string, parent: Node, name: string, value: unknown, layout: Layout): string {
  const outer = indentAt(text, parent.offset);
  const own = outer + layout.step;
  const property = `${JSON.stringify(name)}: ${rendered(value, own, layout)}`;
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const at = parent.offset + 1;
    const closes = text.slice(at, parent.offset + parent.length - 1).includes('\n') ? '' : layout.eol + outer;
    return `${text.slice(0, at)}${layout.eol}${own}${property}${closes}${text.slice(at)}`;
  }
  const end = last.offset + last.length;
  // A comment at the end of the line belongs to the value before it.
  const [rest = '', comma = ''] =
    /^[ \t]*(?:(,)[ \t]*)?(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(end)) ?? [];
  const line = comma === '' ? `,${rest}` : rest;
  return `${text.slice(0, end)}${line}${layout.eol}${own}${property}${comma}${text.slice(end + rest.length)}`;
}

function rendered(value: unknown, indent: string, { eol, step }: Layout): string {
  return JSON.stringify(value, null, step).replaceAll('\n', `${eol}${indent}`);
}

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function layoutOf(text: string): Layout {
  const [, step = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', step };
}

/** Parses JSON with comments and trailing commas. @throws SettingsUnreadable */
export function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new SettingsUnreadable(`It is not valid JSON: error in line ${line}.`);
  }
  if (!isRecord(value)) throw new SettingsUnreadable('It is not a JSON object.');
  return value;
}

function withValue(whole: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const record = whole === undefined ? {} : whole;
  if (!isRecord(record)) throw new SettingsUnreadable(`The parent of "${name}" is not an object.`);
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
  }
  if (value === undefined && !(name in record)) return record;
  return { ...record, [name]: rest.length === 0 ? value : withValue(record[name], rest, value) };
}
