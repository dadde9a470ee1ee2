import type { CallToolResult } from '@modelcontextprotocol/server';
import { redact } from '../../client/redact.js';
import { type Fact, type Facts, isFacts, isList, renderFacts } from './render-text.js';
import { fence, UNTRUSTED_NOTE, type Untrusted } from './untrusted.js';

/**
 * What one result may hold, in bytes: 8,000 tokens, with ids and addresses counted as what they are, two
 * bytes a token (o200k).
 */
export const MAX_RESULT_BYTES = 16_000;

/** What a tool answers, before it is written down once for both forms of a result. */
export interface Answer {
  /** What happened, in one or two plain sentences. */
  readonly message: string;
  readonly facts?: Facts;
  /** What is given where there is room, most important first; what does not fit is named. */
  readonly details?: readonly Detail[];
  /** Other people's words that belong to the answer. */
  readonly untrusted?: readonly Untrusted[];
  /** What to call or do next. */
  readonly next?: string | undefined;
  /** The call failed in a way that the model or the person can mend. */
  readonly isError?: boolean;
}

export interface Detail {
  readonly name: string;
  readonly value: Fact;
  /** How to get it where it was left out. */
  readonly otherwise: string;
}

/** The server's present time, as every answer carries it. */
export interface ServerTime {
  readonly now: { readonly utc: string; readonly local: string };
  readonly timezone: string;
}

/**
 * Writes an answer down: as text and as structured content with the same facts, since hosts show the model
 * one or the other. Keys are blanked out, and the result stays within {@link MAX_RESULT_BYTES}.
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
  const text = [
    message,
    renderFacts({ ...facts, ...leftOut }),
    words.length === 0 ? '' : fence(words),
    next === undefined ? '' : `next: ${next}`,
    moment === undefined ? '' : renderFacts({ ...moment }),
  ];
  const structured = {
    message,
    ...facts,
    ...leftOut,
    ...(words.length > 0 && {
      untrusted: { note: UNTRUSTED_NOTE, words: words.map(({ about, text }) => ({ about, text })) },
    }),
    next,
    ...moment,
  };
  const lines = text.filter((part) => part !== '').join('\n');
  return { text: redact(lines), structured: bareFacts(structured) };
}

/** Facts as JSON would give them back: what is absent or null is gone. No key is left in any text. */
function bareFacts(facts: Facts): Record<string, unknown> {
  const bare: Record<string, unknown> = {};
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    if (value !== undefined && value !== null) bare[redact(name)] = bareFact(value);
  }
  return bare;
}

/** In a list, what is absent keeps its place. */
function bareFact(value: Fact): unknown {
  if (typeof value === 'string') return redact(value);
  if (isList(value)) return value.map(bareFact);
  return isFacts(value) ? bareFacts(value) : (value ?? null);
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
 * @param forTheRest bytes that are kept for what else it says
 */
export function fittingRows(rows: readonly Facts[], forTheRest = 1_500): number {
  // Mostly all do, which is told by one look: together they are longer than one by one.
  if (forTheRest + Buffer.byteLength(JSON.stringify(rows)) <= MAX_RESULT_BYTES) return rows.length;
  let bytes = forTheRest;
  for (const [index, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (bytes > MAX_RESULT_BYTES) return index;
  }
  return rows.length;
}
