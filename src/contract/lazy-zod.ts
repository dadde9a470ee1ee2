import * as zod from 'zod';

export type { core, infer, input, output, ZodArray, ZodObject, ZodType } from 'zod';

/** A schema that is noted down, and made when somebody looks at it. */
interface Noted {
  readonly make: () => object;
  schema: object | undefined;
}

/** What stands in for each noted schema. */
const NOTED = new WeakMap<object, Noted>();

/** Methods of a schema that only make another schema: noted as well. All others make it. */
const MODIFIERS: ReadonlySet<PropertyKey> = new Set([
  'array',
  'check',
  'extend',
  'gt',
  'int',
  'max',
  'meta',
  'min',
  'nullable',
  'omit',
  'optional',
  'partial',
  'pick',
  'positive',
  'refine',
  'regex',
  'transform',
  'trim',
]);

const LOOK: ProxyHandler<Noted> = {
  get: (held, key) => {
    if (!MODIFIERS.has(key)) return Reflect.get(schemaIn(held), key);
    return (...args: readonly unknown[]) => {
      // `meta()` without words modifies nothing: it tells them.
      if (key === 'meta' && args.length === 0) return Reflect.get(schemaIn(held), key)();
      return noted(() => called(Reflect.get(schemaIn(held), key), schemaIn(held), args));
    };
  },
  has: (held, key) => key in schemaIn(held),
  set: (held, key, value) => Reflect.set(schemaIn(held), key, value),
  getPrototypeOf: (held) => Reflect.getPrototypeOf(schemaIn(held)),
};

/** @param make makes the schema; called once at most */
function noted(make: () => object): object {
  const held: Noted = { make, schema: undefined };
  const standIn = new Proxy(held, LOOK);
  NOTED.set(standIn, held);
  return standIn;
}

function schemaIn(held: Noted): object {
  held.schema ??= held.make();
  return held.schema;
}

/** The schema, where a value stands in for one; else the value. */
function schemaOf(value: unknown): unknown {
  const held = typeof value === 'object' && value !== null ? NOTED.get(value) : undefined;
  return held ? schemaIn(held) : value;
}

function called(maker: unknown, self: unknown, args: readonly unknown[]): object {
  if (typeof maker !== 'function') throw new TypeError('a schema has no such method');
  const schema: unknown = Reflect.apply(maker, self, args.map(withSchemas));
  if (typeof schema !== 'object' || schema === null) throw new TypeError('this makes no schema');
  return schema;
}

/** An argument with schemas in place of what stands in for them, so that what is made of it does without. */
function withSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaOf);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return schemaOf(value);
  const fields = Object.getOwnPropertyDescriptors(value);
  for (const field of Object.values(fields)) {
    // A getter stays one: it is for a schema that holds itself.
    const { get } = field;
    if (get) field.get = () => schemaOf(Reflect.apply(get, value, []));
    else field.value = schemaOf(field.value);
  }
  return Object.defineProperties({}, fields);
}

/** The same function, but what it makes is noted. The cast says so: a stand-in is what it stands for, to all who look. */
function lazily<Make>(make: Make): Make {
  return ((...args: readonly unknown[]) => noted(() => called(make, undefined, args))) as Make;
}

/*
 * Those members of `z` in which the contract is written, each schema made when it is first looked at: all of them
 * together take a fifth of the time in which a backend starts, and 5 MB. A program that calls needs hardly any, and
 * one that answers those of the operations that are called.
 */
export const array = lazily(zod.array);
export const boolean = lazily(zod.boolean);
export const custom = lazily(zod.custom);
export const discriminatedUnion = lazily(zod.discriminatedUnion);
export const int = lazily(zod.int);
export const literal = lazily(zod.literal);
export const number = lazily(zod.number);
export const object = lazily(zod.object);
export const partialRecord = lazily(zod.partialRecord);
export const record = lazily(zod.record);
export const strictObject = lazily(zod.strictObject);
export const string = lazily(zod.string);
export const union = lazily(zod.union);
export const unknown = lazily(zod.unknown);
export const url = lazily(zod.url);
const enum_ = lazily(zod.enum);

export { enum_ as enum };
export const iso = { datetime: lazily(zod.iso.datetime) };
export const coerce = { number: lazily(zod.coerce.number) };

export const safeParse = zod.safeParse;

/** The registry of names and descriptions knows schemas alone, and none of those that stand in for them. */
export const toJSONSchema: (
  schema: zod.ZodType,
  how: zod.core.ToJSONSchemaParams,
) => zod.core.ZodStandardJSONSchemaPayload<zod.ZodType> = (schema, how) =>
  zod.toJSONSchema(schemaOf(schema) as zod.ZodType, how);
