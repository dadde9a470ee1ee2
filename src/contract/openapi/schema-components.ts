import * as z from '../lazy-zod.js';

/** The subset of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The prefix of a reference to a component. */
export const COMPONENT_PREFIX = '#/components/schemas/';

/** The contract as JSON Schema. Schemas with an id become components. */
export class SchemaComponents {
  readonly all: Record<string, JsonSchema> = {};

  refTo(schema: z.ZodType): JsonSchema {
    const whole = z.toJSONSchema(schema, {
      // Responses gain fields as the API grows, so additional properties must stay allowed.
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        removeNoise(jsonSchema);
        keepExamples(zodSchema, jsonSchema);
      },
    });
    const text = JSON.stringify(whole).replaceAll('"#/$defs/', `"${COMPONENT_PREFIX}`);
    const {
      $schema: _dialect,
      $defs,
      '~standard': _standard,
      ...root
    }: Record<string, unknown> = JSON.parse(text);
    Object.assign(this.all, $defs);
    return root;
  }
}

/** Removes what zod adds but readers do not need: the bounds of safe integers, the pattern of a date-time. */
function removeNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
}

/** Zod drops the examples of a schema that transforms its input. Those of the contract are always input. */
function keepExamples(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const { examples } = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) json.examples = examples;
}
