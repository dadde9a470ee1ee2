import { isMap, LineCounter, parseDocument } from 'yaml';
import { isRecord } from '../../../../base/is-record.js';
import { withoutFinalBreak } from '../../../input/read-text.js';
import { InvalidPost } from './parsed-post.js';

/** A parsed Markdown file. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text below the front matter, without surrounding blank lines. */
  readonly body: string;
  /** The line of a field in the file, from 1. */
  lineOf(path: readonly (string | number)[] | null): number;
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;

/**
 * Parses a file that may begin with front matter: YAML between two lines of three hyphens.
 *
 * @throws InvalidPost if the front matter cannot be parsed; `field` holds the line
 */
export function readFrontMatter(file: string): FrontMatter {
  const opening = OPENING.exec(file)?.[0];
  if (opening === undefined)
    return { fields: {}, body: trimmed(file.replace(/^\uFEFF/, '')), lineOf: () => 1 };
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(file.slice(opening.length));
  if (closing === null) throw unreadable(1, 'the front matter has no end. Close it with a line ---.');
  const yaml = file.slice(opening.length, opening.length + closing.index);
  const body = trimmed(file.slice(opening.length + closing.index + closing[0].length));

  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1;
  const [fault] = document.errors;
  if (fault) throw unreadable(lineAt(fault.pos[0]), `not valid YAML: ${fault.message}`);
  const fields: unknown = document.toJS({ maxAliasCount: 0 });
  if (fields !== null && !isRecord(fields))
    throw unreadable(2, 'the front matter must be fields, such as platforms: bluesky.');

  const lineOf = (path: readonly (string | number)[] | null): number => {
    if (path === null || path.length === 0) return 1;
    const [key, ...outer] = [...path].reverse();
    const parent: unknown = outer.length === 0 ? document.contents : document.getIn(outer.reverse(), true);
    if (isMap(parent)) {
      const pair = parent.items.find(({ key: name }) => String(name) === String(key));
      const range = rangeOf(pair?.key);
      if (range !== undefined) return lineAt(range);
    }
    const range = rangeOf(document.getIn(path, true));
    return range === undefined ? lineOf(path.slice(0, -1)) : lineAt(range);
  };
  return { fields: fields ?? {}, body, lineOf };
}

function rangeOf(node: unknown): number | undefined {
  if (!isRecord(node)) return undefined;
  const { range } = node as { readonly range?: unknown };
  const start: unknown = Array.isArray(range) ? range[0] : undefined;
  return typeof start === 'number' ? start : undefined;
}

function trimmed(text: string): string {
  return withoutFinalBreak(text.replace(/^(?:[ \t]*\r?\n)+/, '')).trimEnd();
}

function unreadable(line: number, message: string): InvalidPost {
  return new InvalidPost([{ field: [`line ${line}`], message }]);
}
