import { isRecord } from '../../src/base/is-record.js';
import type { Operation } from './operation.js';
import type { Documents } from './schemas.js';

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** As JSON Schema has it: references are absolute, and `any` is no type. */
function normal(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => normal(one, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key === '$ref' && typeof one === 'string') return [[key, `${name}#/schemas/${one}`]];
      if ((key === 'type' && one === 'any') || (key === 'id' && typeof one === 'string')) return [];
      if (key === 'minimum' || key === 'maximum') return [[key, Number(one)]];
      // It marks parameters, and properties that certain methods need: neither is a list of names.
      return key === 'required' || key === 'annotations' ? [] : [[key, normal(one, name)]];
    }),
  );
}

function parameters(given: Json, name: string): Operation['query'] {
  const ofQuery = Object.entries(given).filter(([, one]) => record(one)['location'] === 'query');
  return Object.fromEntries(
    ofQuery.map(([key, one]) => {
      const { repeated, required } = record(one);
      const schema = record(normal(one, name));
      return [
        key,
        {
          schema: repeated === true ? { type: 'array', items: schema } : schema,
          isRequired: required === true,
        },
      ];
    }),
  );
}

/** The operations of a Google API discovery document. */
export function fromDiscovery(
  name: string,
  description: Json,
  documents: Documents,
  origin = '',
): readonly Operation[] {
  documents.add(name, { schemas: normal(description['schemas'], name) });
  const refTo = (value: unknown) => {
    const { $ref } = record(value);
    return typeof $ref === 'string' ? { $ref: `${name}#/schemas/${$ref}` } : null;
  };
  const common = parameters(record(description['parameters']), name);
  return Object.values(record(description['methods'])).flatMap((given) => {
    const method = record(given);
    const json = refTo(method['request']);
    const operation = {
      method: String(method['httpMethod']),
      query: { ...common, ...parameters(record(method['parameters']), name) },
      body: json ? { json } : {},
      answers: { 200: refTo(method['response']) },
    };
    const simple = record(record(record(method['mediaUpload'])['protocols'])['simple'])['path'];
    const paths = [`${origin}/${String(method['path'])}`, ...(typeof simple === 'string' ? [simple] : [])];
    return paths.map((path) => ({ ...operation, path }));
  });
}
