import * as zod from 'zod';

export type { core, infer, input, output, ZodArray, ZodObject, ZodType } from 'zod';

/** A schema that is created on first use. */
interface LazySchema {
  readonly make: () => object;
  schema: object | undefined;
}

/** The lazy schema behind each proxy. */
const LAZY_SCHEMAS = new WeakMap<object, LazySchema>();

/** Methods of a schema that only create another schema stay lazy. All others create the schema. */
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

const HANDLER: ProxyHandler<LazySchema> = {
  get: (lazy, key) => {
    if (!MODIFIERS.has(key)) return Reflect.get(created(lazy), key);
    return (...args: readonly unknown[]) => {
      // `meta()` without arguments reads the metadata.
      if (key === 'meta' && args.length === 0) return Reflect.get(created(lazy), key)();
      return deferred(() => call(Reflect.get(created(lazy), key), created(lazy), args));
    };
  },
  has: (lazy, key) => key in created(lazy),
  set: (lazy, key, value) => Reflect.set(created(lazy), key, value),
  getPrototypeOf: (lazy) => Reflect.getPrototypeOf(created(lazy)),
};

/** @param make creates the schema; called at most once */
function deferred(make: () => object): object {
  const lazy: LazySchema = { make, schema: undefined };
  const proxy = new Proxy(lazy, HANDLER);
  LAZY_SCHEMAS.set(proxy, lazy);
  return proxy;
}

function created(lazy: LazySchema): object {
  lazy.schema ??= lazy.make();
  return lazy.schema;
}

/** The schema behind a proxy; any other value unchanged. */
function schemaOf(value: unknown): unknown {
  const lazy = typeof value === 'object' && value !== null ? LAZY_SCHEMAS.get(value) : undefined;
  return lazy ? created(lazy) : value;
}

function call(maker: unknown, self: unknown, args: readonly unknown[]): object {
  if (typeof maker !== 'function') throw new TypeError('not a method of a schema');
  const schema: unknown = Reflect.apply(maker, self, args.map(withSchemas));
  if (typeof schema !== 'object' || schema === null) throw new TypeError('not a schema');
  return schema;
}

/** An argument with schemas in place of their proxies. */
function withSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaOf);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return schemaOf(value);
  const fields = Object.getOwnPropertyDescriptors(value);
  for (const field of Object.values(fields)) {
    // Recursive schemas use getters, which must stay lazy.
    const { get } = field;
    if (get) field.get = () => schemaOf(Reflect.apply(get, value, []));
    else field.value = schemaOf(field.value);
  }
  return Object.defineProperties({}, fields);
}

/** The same function, but its schema is created on first use. A proxy behaves like its schema, hence the cast. */
function lazily<Make>(make: Make): Make {
  return ((...args: readonly unknown[]) => deferred(() => call(make, undefined, args))) as Make;
}

/*
 * The members of `z` that the contract uses, with each schema created on first use. Creating all of them takes 64 ms
 * of a backend's start (a sixth) and of every command, and 6 MB. A client needs hardly any of them, and a backend
 * those of the operations that are called.
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

// One by one: a destructured namespace keeps all of zod in the bundles, with its 50 languages (350 KB).
export const globalRegistry = zod.globalRegistry;
export const safeParse = zod.safeParse;

/** Zod's registry of names and descriptions knows the schemas, not their proxies. */
export const toJSONSchema: (
  schema: zod.ZodType,
  how: zod.core.ToJSONSchemaParams,
) => zod.core.ZodStandardJSONSchemaPayload<zod.ZodType> = (schema, how) =>
  zod.toJSONSchema(schemaOf(schema) as zod.ZodType, how);
