import * as z from '../lazy-zod.js';

/** What of JSON Schema the contract is written in. */
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

/** What a reference to a component begins with. */
export const COMPONENT_PREFIX = '#/components/schemas/';

/** JSON Schemas of the contract: those with an id become components, and are referred to. */
export class SchemaComponents {
  readonly all: Record<string, JsonSchema> = {};

  refTo(schema: z.ZodType): JsonSchema {
    const whole = z.toJSONSchema(schema, {
      // Answers gain fields as the API grows: what is sent is described, and what is added is not forbidden.
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => leaveOutNoise(jsonSchema),
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

/** What zod adds that tells a reader nothing: the bounds of safe integers, the pattern behind a date-time. */
function leaveOutNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
}
