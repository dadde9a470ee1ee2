/** Functions of `z` that make a schema: the stand-in notes the call and makes it when somebody looks. */
const MAKERS = [
  'any',
  'array',
  'boolean',
  'custom',
  'discriminatedUnion',
  'email',
  'enum',
  'intersection',
  'lazy',
  'literal',
  'looseObject',
  'null',
  'number',
  'object',
  'optional',
  'preprocess',
  'record',
  'string',
  'union',
  'unknown',
  'url',
];

/** Members of `z.iso` that make a schema. */
const ISO_MAKERS = ['date', 'datetime'];

/** Members of `z` that are used as they are. */
const AS_THEY_ARE = ['NEVER', 'ZodIssueCode', 'coerce', 'safeParse', 'toJSONSchema'];

/** Types, which are no members at run time. */
const TYPES = ['input', 'output', 'infer'];

/** Methods of a schema that only make another schema: noted, too, until somebody looks at the result. */
const MODIFIERS = [
  'and',
  'array',
  'base64',
  'catch',
  'catchall',
  'check',
  'datetime',
  'default',
  'describe',
  'email',
  'extend',
  'int',
  'length',
  'loose',
  'max',
  'merge',
  'meta',
  'min',
  'nonempty',
  'nullable',
  'nullish',
  'omit',
  'optional',
  'or',
  'overwrite',
  'partial',
  'passthrough',
  'pick',
  'pipe',
  'positive',
  'prefault',
  'readonly',
  'refine',
  'regex',
  'startsWith',
  'strict',
  'strip',
  'superRefine',
  'transform',
  'trim',
  'url',
];

/** What the SDK may use of `z`. */
export const ZOD_NAMES: ReadonlySet<string> = new Set(['iso', ...MAKERS, ...AS_THEY_ARE, ...TYPES]);

/** The members of `z` that a module of the SDK names. */
export function usesOfZod(code: string): readonly string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...withoutComments.matchAll(/\bz\.([A-Za-z_$][\w$]*)/g)].flatMap(([, name]) => name ?? []);
}

/** The module that stands in for `zod/v4` in the SDK: the same zod, each schema made when it is first looked at. */
export function lazyZodSource(): string {
  return `
import * as z from 'zod/v4';
const MODIFIERS = new Set(${JSON.stringify(MODIFIERS)});
const made = (held) => {
  if (held.make) {
    held.schema = held.make();
    held.make = undefined;
  }
  return held.schema;
};
const handler = {
  get: (held, key) =>
    held.make && MODIFIERS.has(key) ? (...args) => lazy(() => made(held)[key](...args)) : made(held)[key],
  has: (held, key) => key in made(held),
  set: (held, key, value) => Reflect.set(made(held), key, value),
  getPrototypeOf: (held) => Reflect.getPrototypeOf(made(held)),
};
const lazy = (make) => new Proxy({ make, schema: undefined }, handler);
${MAKERS.map((name) => `const ${name}_ = (...args) => lazy(() => z.${name}(...args));`).join('\n')}
export { ${MAKERS.map((name) => `${name}_ as ${name}`).join(', ')} };
export const iso = { ${ISO_MAKERS.map((name) => `${name}: (...args) => lazy(() => z.iso.${name}(...args))`).join(', ')} };
export { ${AS_THEY_ARE.join(', ')} } from 'zod/v4';
`;
}
