import { isRecord } from '../../src/base/is-record.js';
import type { Exchange } from './exchange.js';
import { type Operation, operationOf } from './operation.js';
import type { Documents, Schema } from './schemas.js';

/** What a description covers of the exchanges with a network, and what is wrong with them. */
export interface Checked {
  readonly requests: number;
  readonly answers: number;
  /** Each problem once: `POST /v5/pins: request /board_id must be string`. */
  readonly problems: readonly string[];
  /** What no description covers: `PUT https://…`, `POST /v5/pins → 400`. */
  readonly undescribed: readonly string[];
}

/** What a network is checked against. */
export interface Description {
  readonly documents: Documents;
  readonly operations: readonly Operation[];
  /** The schemas of stored records, by the collection that a request or an answer names. */
  readonly records?: ReadonlyMap<string, Schema>;
}

/** `/v5/pins/{…}`: ids are left out of names. */
const templated = (path: string): string =>
  path
    .split('/')
    .map((step) => (/\d{4,}|:|^[a-z]_\d$|^[\w-]{20,}$/.test(step) && !step.endsWith(':') ? '{…}' : step))
    .join('/');

/** Mastodon and Rails write a list as `types[]`. */
const plain = (name: string): string => name.replace(/\[\]$/, '');

function queryProblems({ documents }: Description, operation: Operation, { query }: Exchange): string[] {
  const unknown = Object.keys(query).filter((name) => !(plain(name) in operation.query));
  const missing = Object.entries(operation.query).filter(
    ([name, { isRequired }]) => isRequired && query[name] === undefined && query[`${name}[]`] === undefined,
  );
  const wrong = Object.entries(query).flatMap(([name, value]) => {
    const parameter = operation.query[plain(name)];
    if (!parameter) return [];
    const given = parameter.isCommaList === true && typeof value === 'string' ? value.split(',') : value;
    // The property of an object can be coerced, a value by itself cannot.
    const schema = { type: 'object', properties: { [name]: parameter.schema } };
    return documents.problems(schemaFor(schema, operation, name), { [name]: given }, true);
  });
  return [
    ...unknown.map((name) => `the query has no ${name}`),
    ...missing.map(([name]) => `the query needs ${name}`),
    ...wrong.map((words) => `query ${words}`),
  ];
}

const wrapped = new WeakMap<Operation, Map<string, Schema>>();

/** One schema object for each parameter, so that it is compiled once. */
function schemaFor(schema: Schema, operation: Operation, name: string): Schema {
  const known = wrapped.get(operation) ?? new Map<string, Schema>();
  wrapped.set(operation, known);
  const found = known.get(name) ?? schema;
  known.set(name, found);
  return found;
}

function bodyProblems(description: Description, operation: Operation, { body }: Exchange): string[] {
  const { documents, records } = description;
  if (body.kind !== 'json' && body.kind !== 'form') return [];
  const schema = operation.body[body.kind] ?? operation.body.json ?? operation.body.form;
  if (!schema) return [`the request has no body that is ${body.kind}`];
  const isForm = body.kind === 'form';
  const value = body.kind === 'form' ? body.fields : body.value;
  const stored = isRecord(value) ? records?.get(String(value['collection'])) : undefined;
  const ofRecord =
    stored && isRecord(value) && 'record' in value
      ? [...documents.problems(stored, value['record']), ...unknownNames(documents, stored, value['record'])]
      : [];
  return [
    ...documents.problems(schema, value, isForm),
    ...unknownNames(documents, schema, value),
    ...ofRecord,
  ].map((words) => `request ${words}`);
}

const unknownNames = (documents: Documents, schema: Schema, value: unknown): string[] =>
  documents.undescribed(schema, value).map((path) => `${path} is not described`);

/** Null: the description does not cover it. */
function answerProblems(
  { documents, records }: Description,
  operation: Operation,
  { answer, query }: Exchange,
): string[] | null {
  const { status, body } = answer;
  const schema = Object.hasOwn(operation.answers, status)
    ? operation.answers[String(status)]
    : operation.answers['default'];
  if (schema === undefined) return null;
  if (schema === null) return [];
  const stored = records?.get(String(query['collection']));
  const ofRecord = stored && isRecord(body) ? documents.problems(stored, body['value']) : [];
  return [...documents.problems(schema, body), ...ofRecord].map((words) => `answer ${status} ${words}`);
}

/** Checks exchanges with a network against its description. */
export function check(description: Description, exchanges: readonly Exchange[]): Checked {
  const problems = new Set<string>();
  const undescribed = new Set<string>();
  let [requests, answers] = [0, 0];
  for (const exchange of exchanges) {
    const operation = operationOf(description.operations, exchange);
    const name = `${exchange.method} ${operation?.path ?? templated(exchange.path)}`;
    if (!operation) {
      undescribed.add(name);
      continue;
    }
    requests += 1;
    // What the network refuses is not expected to fit.
    const isRefused = exchange.answer.status >= 400;
    const found = isRefused
      ? []
      : [
          ...queryProblems(description, operation, exchange),
          ...bodyProblems(description, operation, exchange),
        ];
    const ofAnswer = answerProblems(description, operation, exchange);
    if (ofAnswer === null) undescribed.add(`${name} → ${exchange.answer.status}`);
    else answers += 1;
    for (const words of [...found, ...(ofAnswer ?? [])]) problems.add(`${name}: ${words}`);
  }
  return { requests, answers, problems: [...problems].sort(), undescribed: [...undescribed].sort() };
}
