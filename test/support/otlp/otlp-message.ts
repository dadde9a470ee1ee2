import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../../src/base/is-record.js';

interface Message {
  readonly fields: Readonly<Record<string, string | readonly [string]>>;
  readonly required?: readonly string[];
  /** It has exactly one of its fields. */
  readonly oneOf?: true;
}

interface Description {
  readonly root: string;
  readonly messages: Readonly<Record<string, Message>>;
  readonly enums: Readonly<Record<string, readonly number[]>>;
}

const FIXTURE = join(import.meta.dirname, '../../fixtures/otlp/trace-messages.json');
const { root, messages, enums }: Description = JSON.parse(readFileSync(FIXTURE, 'utf8'));

const isUnsigned64 = (value: unknown): boolean =>
  typeof value === 'string' && /^(0|[1-9]\d{0,19})$/.test(value) && BigInt(value) < 2n ** 64n;

/** The JSON form of each type of field, as OTLP writes it. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' && !/\p{Cs}/u.test(value),
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'number' && Number.isFinite(value),
  uint32: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32,
  int64: (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value),
  fixed64: isUnsigned64,
  id16: (value) => typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value) && /[^0]/.test(value),
  id8: (value) => typeof value === 'string' && /^[0-9a-f]{16}$/i.test(value) && /[^0]/.test(value),
};

/** What of a body is not as OTLP describes an `ExportTraceServiceRequest` in JSON; empty: nothing. */
export function otlpFaults(body: unknown): readonly string[] {
  return faultsOf(body, root, root);
}

function faultsOf(value: unknown, type: string, at: string): readonly string[] {
  const message = messages[type];
  if (message) return messageFaults(value, message, at);
  const isValid = enums[type]?.includes(Number(value)) ?? TYPES[type]?.(value) ?? false;
  return isValid && (enums[type] === undefined || typeof value === 'number')
    ? []
    : [`${at}: ${JSON.stringify(value)} is not of type ${type}`];
}

function messageFaults(value: unknown, message: Message, at: string): readonly string[] {
  if (!isRecord(value)) return [`${at}: not an object`];
  const missing = (message.required ?? []).filter((name) => !(name in value));
  const count = Object.keys(value).length;
  return [
    ...missing.map((name) => `${at}: without ${name}`),
    ...(message.oneOf && count !== 1 ? [`${at}: has ${count} values`] : []),
    ...Object.entries(value).flatMap(([name, member]) =>
      fieldFaults(member, message.fields[name], `${at}.${name}`),
    ),
  ];
}

function fieldFaults(
  value: unknown,
  type: string | readonly [string] | undefined,
  at: string,
): readonly string[] {
  if (type === undefined) return [`${at}: no such field`];
  if (typeof type === 'string') return faultsOf(value, type, at);
  if (!Array.isArray(value)) return [`${at}: not a list`];
  return value.flatMap((one: unknown, place) => faultsOf(one, type[0], `${at}[${place}]`));
}
