import { isRecord } from '../../src/base/is-record.js';
import type { Operation } from './operation.js';
import type { Documents, Schema } from './schemas.js';

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The formats of strings, as far as they are checked (atproto.com/specs/lexicon). */
const FORMATS: Readonly<Record<string, Schema>> = {
  'at-uri': { pattern: '^at://[^/]+(/[^/]+){0,2}$' },
  'at-identifier': { pattern: '^(did:[a-z]+:[A-Za-z0-9._:%-]+|[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+)$' },
  did: { pattern: '^did:[a-z]+:[A-Za-z0-9._:%-]+$' },
  handle: { pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$' },
  cid: { pattern: '^b[a-z2-7]{30,}$' },
  datetime: { format: 'date-time' },
  nsid: { pattern: '^[a-z][A-Za-z0-9-]*(\\.[A-Za-z0-9-]+){2,}$' },
  'record-key': { pattern: '^[A-Za-z0-9._:~-]{1,512}$' },
  uri: { format: 'uri' },
};

const ERROR: Schema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, message: { type: 'string' } },
};

/** `app.bsky.feed.defs#postView` of a reference in the definitions of a lexicon. */
const nameOf = (ref: unknown): string => {
  const [id = '', definition = 'main'] = String(ref).replace('lex:', '').split('#');
  return `${id}#${definition}`;
};
const keyOf = (name: string): string => name.replace('#', '--');
const refTo = (name: string): Schema => ({ $ref: `bluesky#/$defs/${keyOf(name)}` });

/** The value of `$type` that tells a definition in a union. */
const typeOf = (name: string): string => name.replace(/#main$/, '');

function objectSchema({ properties, required, nullable }: Json): Schema {
  const mayBeNull = list(nullable);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(record(properties)).map(([name, one]) => {
        const schema = schemaOf(one);
        return [name, mayBeNull.includes(name) ? { anyOf: [schema, { type: 'null' }] } : schema];
      }),
    ),
    ...(list(required).length > 0 && { required }),
  };
}

function unionSchema({ refs, closed }: Json): Schema {
  const names = list(refs).map(nameOf);
  const known = names.map((name) => ({
    allOf: [refTo(name), { required: ['$type'], properties: { $type: { const: typeOf(name) } } }],
  }));
  if (closed === true) return { anyOf: known };
  const other = { required: ['$type'], properties: { $type: { not: { enum: names.map(typeOf) } } } };
  return { anyOf: [...known, { type: 'object', ...other }] };
}

const BLOB: Schema = {
  type: 'object',
  required: ['$type', 'ref', 'mimeType', 'size'],
  properties: {
    $type: { const: 'blob' },
    ref: { type: 'object', required: ['$link'], properties: { $link: FORMATS['cid'] } },
    mimeType: { type: 'string' },
    size: { type: 'integer' },
  },
};

/** The JSON schema of a definition. Lengths are checked where texts are counted. */
function schemaOf(definition: unknown): Schema {
  const given = record(definition);
  const { type, format, minimum, maximum, minLength, maxLength } = given;
  const values = { ...(given['enum'] !== undefined && { enum: given['enum'] }) };
  const exactly = { ...(given['const'] !== undefined && { const: given['const'] }) };
  switch (type) {
    case 'object':
    case 'params':
      return objectSchema(given);
    case 'record':
      return objectSchema(record(given['record']));
    case 'ref':
      return refTo(nameOf(given['ref']));
    case 'union':
      return unionSchema(given);
    case 'array':
      return {
        type: 'array',
        items: schemaOf(given['items']),
        ...(minLength !== undefined && { minItems: minLength }),
        ...(maxLength !== undefined && { maxItems: maxLength }),
      };
    case 'string':
      return { type: 'string', ...values, ...exactly, ...(typeof format === 'string' && FORMATS[format]) };
    case 'integer':
      return {
        type: 'integer',
        ...values,
        ...exactly,
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      };
    case 'boolean':
      return { type: 'boolean', ...exactly };
    case 'blob':
      return BLOB;
    case 'cid-link':
      return { type: 'object', required: ['$link'], properties: { $link: FORMATS['cid'] } };
    case 'bytes':
      return { type: 'object', required: ['$bytes'] };
    case 'token':
      return { type: 'string' };
    default:
      return {};
  }
}

/** The operations of the lexicons, and the schemas of the records that they store, by collection. */
export function fromLexicons(description: Json, documents: Documents) {
  const definitions = Object.entries(record(description['definitions']));
  const isCall = (one: unknown) => ['query', 'procedure'].includes(String(record(one)['type']));
  const $defs = definitions
    .filter(([, one]) => !isCall(one))
    .map(([name, one]) => [keyOf(name), schemaOf(one)]);
  documents.add('bluesky', { $defs: Object.fromEntries($defs) });
  const operations = definitions.flatMap(([name, one]): Operation[] => {
    const { type, parameters, input, output } = record(one);
    if (!isCall(one)) return [];
    const { properties, required } = record(parameters);
    const schema = record(input)['schema'];
    const isBytes = input !== undefined && schema === undefined;
    const answer = record(output)['schema'];
    const operation = {
      method: type === 'query' ? 'GET' : 'POST',
      query: Object.fromEntries(
        Object.entries(record(properties)).map(([key, value]) => [
          key,
          { schema: schemaOf(value), isRequired: list(required).includes(key) },
        ]),
      ),
      body: { ...(schema !== undefined && { json: schemaOf(schema) }), ...(isBytes && { bytes: {} }) },
      answers: { 200: answer === undefined ? null : schemaOf(answer), default: ERROR },
    };
    const path = `/xrpc/${typeOf(name)}`;
    return ['', 'https://video.bsky.app'].map((origin) => ({ ...operation, path: `${origin}${path}` }));
  });
  const records = definitions.filter(([, one]) => record(one)['type'] === 'record');
  return { operations, records: new Map(records.map(([name]) => [typeOf(name), refTo(name)])) };
}
