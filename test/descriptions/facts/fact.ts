import type { Operation } from '../operation.js';
import type { Schema } from '../schemas.js';

/** What a value is. A name that ends with `?` may be missing. */
export type Shape =
  | 'text'
  | 'whole'
  | 'number'
  | 'flag'
  | 'any'
  | readonly [Shape]
  | { readonly [name: string]: Shape };

type Fields = Readonly<Record<string, Shape>>;

/** One operation: the fields that Postrider sends and reads, with their types. */
export interface Fact {
  /** `POST /2/tweets` */
  readonly call: string;
  readonly query?: Fields;
  readonly json?: Fields;
  readonly form?: Fields;
  /** By status; null: without a body. */
  readonly answers: Readonly<Record<number, Shape | null>>;
}

/** What was read in a network's own documentation, which may not be copied. */
export interface Facts {
  readonly source: string;
  readonly asOf: string;
  readonly facts: readonly Fact[];
}

const TYPES = { text: 'string', whole: 'integer', number: 'number', flag: 'boolean' } as const;

const plain = (name: string): string => name.replace(/\?$/, '');

function schemaOf(shape: Shape): Schema {
  if (shape === 'any') return {};
  if (typeof shape === 'string') return { type: TYPES[shape] };
  if (isList(shape)) return { type: 'array', items: schemaOf(shape[0]) };
  const fields = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, one]) => [plain(name), schemaOf(one)])),
    required: fields.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
  };
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

export function operationsOf({ facts }: Facts): readonly Operation[] {
  return facts.map(({ call, query = {}, json, form, answers }): Operation => {
    const [method = '', path = ''] = call.split(' ');
    const parameters = Object.entries(query).map(([name, shape]) => [
      plain(name),
      { schema: schemaOf(shape), isRequired: !name.endsWith('?') },
    ]);
    return {
      method,
      path,
      query: Object.fromEntries(parameters),
      body: { ...(json && { json: schemaOf(json) }), ...(form && { form: schemaOf(form) }) },
      answers: Object.fromEntries(
        Object.entries(answers).map(([status, shape]) => [status, shape === null ? null : schemaOf(shape)]),
      ),
    };
  });
}
