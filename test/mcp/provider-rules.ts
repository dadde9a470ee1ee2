type Json = Readonly<Record<string, unknown>>;

/** A schema feature that at least one model provider rejects in a tool, or silently drops. */
interface ProviderRule {
  readonly rule: string;
  /** Whether a schema anywhere in a tool's arguments breaks it. */
  readonly broken: (schema: Json, isRoot: boolean) => boolean;
  /** A schema that breaks it, to test the rule itself. */
  readonly example: Json;
}

const has =
  (...words: readonly string[]) =>
  (schema: Json): boolean =>
    words.some((word) => word in schema);

const propertiesOf = (schema: Json): Json => (schema['properties'] ?? {}) as Json;
const root = { type: 'object', properties: { a: { type: 'string' } } };

/** The strictest limit of each kind among Anthropic, OpenAI, Gemini and Bedrock. */
export const PROVIDER_RULES: readonly ProviderRule[] = [
  { rule: 'no const', broken: has('const'), example: { type: 'string', const: 'a' } },
  {
    rule: 'one type, by name',
    broken: ({ type }) => typeof type !== 'string',
    example: { type: ['string', 'null'] },
  },
  {
    rule: 'no types but the six, and no null',
    broken: ({ type }) =>
      !['object', 'array', 'string', 'integer', 'number', 'boolean'].includes(String(type)),
    example: { type: 'null' },
  },
  {
    rule: 'no tuples',
    broken: (schema) => Array.isArray(schema['items']) || 'prefixItems' in schema,
    example: { type: 'array', items: [{ type: 'string' }] },
  },
  {
    rule: 'arrays say what they hold',
    broken: (schema) => schema['type'] === 'array' && typeof schema['items'] !== 'object',
    example: { type: 'array' },
  },
  {
    rule: 'objects say what they hold',
    broken: (schema) => schema['type'] === 'object' && Object.keys(propertiesOf(schema)).length === 0,
    example: { type: 'object', properties: {} },
  },
  {
    rule: 'no references and no dialect',
    broken: has('$ref', '$defs', 'definitions', '$schema', '$id', '$anchor', '$comment'),
    example: { ...root, $schema: 'https://json-schema.org/draft/2020-12/schema' },
  },
  {
    rule: 'no combinations',
    broken: has('anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentRequired'),
    example: { ...root, anyOf: [{ required: ['a'] }] },
  },
  {
    rule: 'the root is an object with properties',
    broken: (schema, isRoot) =>
      isRoot && !(schema['type'] === 'object' && typeof schema['properties'] === 'object'),
    example: { type: 'string' },
  },
  {
    rule: 'what is required is there',
    broken: (schema) =>
      ((schema['required'] ?? []) as string[]).some((name) => !(name in propertiesOf(schema))),
    example: { ...root, required: ['b'] },
  },
  {
    rule: 'a list of what is required names something',
    broken: ({ required }) => Array.isArray(required) && required.length === 0,
    example: { ...root, required: [] },
  },
  {
    rule: 'choices are different texts, and none is empty',
    broken: ({ enum: values, type }) =>
      values !== undefined &&
      (type !== 'string' ||
        !Array.isArray(values) ||
        values.length === 0 ||
        new Set(values).size !== values.length ||
        values.some((value) => typeof value !== 'string' || value === '')),
    example: { type: 'string', enum: ['', 'a'] },
  },
  {
    rule: 'no patterns, formats, defaults or bounds',
    broken: has(
      ...['pattern', 'format', 'default', 'examples', 'title', 'nullable', 'contentEncoding'],
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
    ),
    example: { type: 'string', format: 'uri' },
  },
  {
    rule: 'no open objects',
    broken: has('additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'),
    example: { ...root, additionalProperties: false },
  },
  {
    rule: 'names of letters, digits and _, 64 at most',
    broken: (schema) =>
      Object.keys(propertiesOf(schema)).some((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)),
    example: { type: 'object', properties: { 'a.b': { type: 'string' } } },
  },
];

/** The maximum nesting and size of a schema (the tightest known limits). */
export const MOST = { depth: 5, properties: 100, choices: 500, description: 1_024 } as const;

/** Every subschema of a schema, with its path and depth. */
export function* schemasIn(
  schema: Json,
  place: string,
  depth = 0,
): Generator<{ readonly place: string; readonly schema: Json; readonly depth: number }> {
  yield { place, schema, depth };
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    yield* schemasIn(inner as Json, `${place}.${name}`, depth + 1);
  }
  const { items } = schema;
  if (typeof items === 'object' && items !== null && !Array.isArray(items)) {
    yield* schemasIn(items as Json, `${place}[]`, depth);
  }
}
