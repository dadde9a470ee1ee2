import type { JsonSchema } from '../../src/contract/openapi/schema-components.js';
import { COMPONENT_PREFIX } from '../../src/contract/openapi/schema-components.js';
import type { Draw } from './draw.js';
import { type SampleSource, sampleOf } from './samples.js';

/** How likely an optional member is present. */
const OPTIONAL_SHARE = 0.25;

/** How likely a number, a list or a text is at one of its bounds. */
const BOUNDARY_SHARE = 0.2;

/** A text that is generated is not longer than this, unless the schema bounds it. */
const USUAL_LENGTH = 12;

/** Longer bounds are met by the awkward values. */
const MAX_BOUNDARY_LENGTH = 5000;

/** Generates values that are valid by the JSON Schemas of the OpenAPI description. */
export class Generator {
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #from: SampleSource;
  readonly #draw: Draw;

  constructor(schemas: Readonly<Record<string, JsonSchema>>, from: SampleSource) {
    this.#schemas = schemas;
    this.#from = from;
    this.#draw = from.draw;
  }

  /** @param name of the field with this schema, or of the list that it is an entry of */
  valueOf(schema: JsonSchema, name = ''): unknown {
    const draw = this.#draw;
    if (schema.$ref !== undefined) {
      return this.valueOf(this.#schemas[schema.$ref.slice(COMPONENT_PREFIX.length)] ?? {}, name);
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return draw.pickAny(schema.enum);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) {
      const valued = branches.filter(({ type }) => type !== 'null');
      const isNull = valued.length < branches.length && draw.chance(0.15);
      return isNull ? null : this.valueOf(draw.pickAny(valued) ?? {}, name);
    }
    switch (schema.type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#array(schema, name);
      case 'string':
        return this.#text(schema, name);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return draw.chance(0.5);
      default:
        return draw.pick([null, 1, 'x', true, [1], { a: 'b' }]);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema): Record<string, unknown> {
    const members: [string, unknown][] = [];
    for (const [name, schema] of Object.entries(properties)) {
      if (required.includes(name) || this.#draw.chance(OPTIONAL_SHARE)) {
        members.push([name, this.valueOf(schema, name)]);
      }
    }
    if (typeof additionalProperties === 'object') {
      for (let count = this.#draw.between(0, 2); count > 0; count -= 1) {
        const name = this.#draw.pick(['replySettings', 'postId', 'status', 'madeWithAi', 'x']);
        members.push([name, this.valueOf(additionalProperties, name)]);
      }
    }
    return Object.fromEntries(members);
  }

  #array({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema, name: string): unknown[] {
    const usual = this.#draw.between(Math.max(minItems, 1), Math.max(minItems, Math.min(maxItems, 2)));
    const length = this.#draw.chance(BOUNDARY_SHARE) ? this.#draw.pick([minItems, maxItems]) : usual;
    return Array.from({ length }, () => this.valueOf(items, name));
  }

  #text({ minLength = 0, maxLength, format, examples }: JsonSchema, name: string): string {
    const sample = sampleOf(name, this.#from);
    const example = this.#draw.pickAny(examples ?? []);
    if (format === 'date-time') return new Date(this.#from.now).toISOString();
    const isAtBound = maxLength !== undefined && maxLength <= MAX_BOUNDARY_LENGTH && this.#draw.chance(0.05);
    if (isAtBound) return 'm'.repeat(maxLength);
    if (typeof sample === 'string') return sample;
    if (typeof example === 'string') return example;
    return 'n'.repeat(
      this.#draw.between(Math.max(minLength, 1), Math.min(maxLength ?? USUAL_LENGTH, USUAL_LENGTH)),
    );
  }

  #number({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): number {
    const least =
      minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + (type === 'integer' ? 1 : 1e-3));
    const most = maximum ?? 1000;
    if (this.#draw.chance(BOUNDARY_SHARE)) return this.#draw.pick([least, most]);
    const whole = this.#draw.between(Math.ceil(least), Math.min(most, Math.ceil(least) + 50));
    const isFraction = type === 'number' && this.#draw.chance(0.3);
    return isFraction ? Math.min(most, whole + this.#draw.pick([0.5, 0.25, 0.1234])) : whole;
  }
}
