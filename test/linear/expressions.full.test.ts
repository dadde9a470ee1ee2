import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { parseAst } from 'rollup/parseAst';
import { expect, it } from 'vitest';
import { isRecord } from '../../src/base/is-record.js';
import { sourcesBelow } from '../house/sources.js';
import { takesLinearTime } from '../support/growth/growth-in-time.js';

/** Quadratic work takes 400,000,000 steps. */
const LENGTH = 20_000;

/** Expressions that take quadratic time, and why no stranger's text can be long. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`array too big .* at \$\.record\.embed\.images`]: 'errors are compared by 1,000 characters',
  'private repl.*(too old|7 days)': 'errors are compared by 1,000 characters',
  'message.*too long': 'errors are compared by 1,000 characters',
  'image_url is required|media.*required': 'errors are compared by 1,000 characters',
  'text.*required': 'errors are compared by 1,000 characters',
  'in reply to .*(deleted|not visible)': 'errors are compared by 1,000 characters',
  '<(!doctype html|html|head|body|article)\\b': 'the first 1,024 bytes of a page',
  [String.raw` \(UTC.*\)$`]: 'a time that the backend wrote',
};

/** Characters that expressions repeat, and beginnings after which they do. */
const REPEATED = [
  'a',
  '1',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '_',
  '/',
  ':',
  '#',
  '@',
  '<',
  '(',
  '[',
  '"',
  '\\',
  ';',
  'a.',
];
const BEGINNINGS = ['', '@', '# a', 'http://a', '<'];

/** An expression in the sources. */
interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

async function expressionsIn(file: string): Promise<Expression[]> {
  const source = readFileSync(file, 'utf8');
  if (!/[(=,[:?&|!]\s*\/[^/*]/.test(source)) return [];
  const { code } = await transform(source, { loader: file.endsWith('x') ? 'tsx' : 'ts', charset: 'utf8' });
  return expressionsBelow(parseAst(code));
}

function expressionsBelow(node: unknown): Expression[] {
  if (Array.isArray(node)) return node.flatMap(expressionsBelow);
  if (!isRecord(node)) return [];
  const { regex } = node;
  if (isRecord(regex)) return [{ pattern: String(regex['pattern']), flags: String(regex['flags']) }];
  return Object.values(node).flatMap(expressionsBelow);
}

/** The words of an expression: what it searches for begins with them. */
function wordsOf(pattern: string): string[] {
  return pattern
    .replace(/\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\[a-zA-Z]|\(\?[<!=:]+/g, ' ')
    .replace(/\\/g, '')
    .split(/[\s()|*+?^${}]+/)
    .filter((word) => word.length > 1);
}

/** Whether searching takes time in proportion to the text, for texts that fit the expression almost. */
function isLinear({ pattern, flags }: Expression): boolean {
  const expression = new RegExp(pattern, [...new Set(`${flags}g`)].join(''));
  const words = wordsOf(pattern);
  const search = (text: string): void => {
    expression.lastIndex = 0;
    text.replace(expression, '');
  };
  const begun = [...BEGINNINGS, ...words].flatMap((start) => REPEATED.map((part) => [start, part] as const));
  return [...begun, ...words.map((word) => ['', word] as const)].every(([start, part]) =>
    takesLinearTime(LENGTH, (length) => `${start}${part.repeat(length / part.length)}\u0000!`, search),
  );
}

it('no expression in the sources takes quadratic time', async () => {
  const found = (await Promise.all(sourcesBelow('src').map(expressionsIn))).flat();
  const expressions = [...new Map(found.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()];
  expect(expressions.length).toBeGreaterThan(300);
  const quadratic = expressions.filter((one) => !(one.pattern in BOUNDED) && !isLinear(one));
  expect(quadratic.map(({ pattern, flags }) => `/${pattern}/${flags}`)).toEqual([]);
}, 60_000);
