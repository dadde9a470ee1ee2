import type { CallToolResult } from '@modelcontextprotocol/server';
import { showHidden } from '../../base/hidden-characters.js';
import { redact } from '../../client/redact.js';
import { type Fact, type Facts, isFacts, isList, renderFacts } from './render-text.js';
import { fence, UNTRUSTED_NOTE, type Untrusted } from './untrusted.js';

/** Size limit of one result, in bytes: 8,000 tokens at two bytes a token, which ids and URLs need (o200k). */
export const MAX_RESULT_BYTES = 16_000;

/** What a tool answers, before it is written as text and as structured content. */
export interface Answer {
  /** What happened, in one or two plain sentences. */
  readonly message: string;
  readonly facts?: Facts;
  /** Included as far as they fit, most important first. What does not fit is named. */
  readonly details?: readonly Detail[];
  /** Other people's words that belong to the answer. */
  readonly untrusted?: readonly Untrusted[];
  /** What to do or call next. */
  readonly next?: string | undefined;
  /** The call failed in a way that the model or the person can fix. */
  readonly isError?: boolean;
}

export interface Detail {
  readonly name: string;
  readonly value: Fact;
  /** How to get it if it was left out. */
  readonly otherwise: string;
}

/** The server's current time, which every answer states. */
export interface ServerTime {
  readonly now: { readonly utc: string; readonly local: string };
  readonly timezone: string;
}

/**
 * Writes an answer as text and as structured content with the same facts, since hosts show the model one or the
 * other. API keys are redacted, invisible characters are written out, and the result stays within
 * {@link MAX_RESULT_BYTES}.
 */
export function writeAnswer(answer: Answer, moment?: ServerTime): CallToolResult {
  const { text, structured } = serialize(answer, moment);
  return {
    content: [{ type: 'text', text }],
    structuredContent: structured,
    ...(answer.isError ? { isError: true } : {}),
  };
}

interface Serialized {
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

function serialize(answer: Answer, moment: ServerTime | undefined): Serialized {
  let facts: Facts = answer.facts ?? {};
  const omitted: string[] = [];
  for (const { name, value, otherwise } of answer.details ?? []) {
    const fuller = { ...facts, [name]: value };
    if (fits(both({ ...answer, facts: fuller }, omitted, moment))) facts = fuller;
    else omitted.push(`${name}: ${otherwise}`);
  }
  return both({ ...answer, facts }, omitted, moment);
}

function both(
  { message, facts, untrusted, next }: Answer,
  omitted: readonly string[],
  moment: ServerTime | undefined,
): Serialized {
  const words = untrusted ?? [];
  const leftOut: Facts = { omitted: omitted.length === 0 ? undefined : omitted };
  const shown = shownFacts({ ...facts, ...leftOut });
  const text = [
    shownText(message),
    renderFacts(shown),
    words.length === 0 ? '' : redact(fence(words)),
    next === undefined ? '' : `next: ${shownText(next)}`,
    moment === undefined ? '' : renderFacts({ ...moment }),
  ];
  const structured = {
    message,
    ...shown,
    ...(words.length > 0 && {
      untrusted: { note: UNTRUSTED_NOTE, words: words.map(({ about, text }) => ({ about, text })) },
    }),
    next,
    ...moment,
  };
  return { text: text.filter((part) => part !== '').join('\n'), structured: shownFacts(structured) };
}

/** Facts without absent and null values, and with texts as {@link shownText} shows them. */
function shownFacts(facts: Facts): Record<string, Fact> {
  const shown: Record<string, Fact> = {};
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    if (value !== undefined && value !== null) shown[shownText(name)] = shownFact(value);
  }
  return shown;
}

/** Absent values keep their place in a list. */
function shownFact(value: Fact): Fact {
  if (typeof value === 'string') return shownText(value);
  if (isList(value)) return value.map(shownFact);
  return isFacts(value) ? shownFacts(value) : (value ?? null);
}

/** A text without API keys, and with invisible characters written out: they could hide instructions. */
function shownText(text: string): string {
  return redact(showHidden(text));
}

function fits({ text, structured }: Serialized): boolean {
  return (
    Buffer.byteLength(text) <= MAX_RESULT_BYTES &&
    Buffer.byteLength(JSON.stringify(structured)) <= MAX_RESULT_BYTES
  );
}

/**
 * How many of these rows fit into one result.
 *
 * @param forTheRest bytes reserved for the rest of the result
 */
export function fittingRows(rows: readonly Facts[], forTheRest = 1_500): number {
  // Usually all rows fit: check them together first, which gives an upper bound.
  if (forTheRest + Buffer.byteLength(JSON.stringify(rows)) <= MAX_RESULT_BYTES) return rows.length;
  let bytes = forTheRest;
  for (const [index, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (bytes > MAX_RESULT_BYTES) return index;
  }
  return rows.length;
}
