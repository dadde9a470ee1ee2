import { Problem } from '../../src/contract/errors.js';
import {
  COMPONENT_PREFIX,
  type JsonSchema,
  SchemaComponents,
} from '../../src/contract/openapi/schema-components.js';
import { OPERATIONS } from '../../src/contract/operations.js';

/**
 * The shape of every answer as text, made from the schemas of the contract. The client checks answers with it, which
 * needs neither zod nor the schemas: see `src/client/calls/answer-shape.ts` for the notation.
 */
export function answerShapes(): string {
  const schemas = new SchemaComponents();
  const writer = new ShapeWriter(schemas);
  const operations = Object.entries(OPERATIONS).map(
    ([id, { response }]) => `${id} ${writer.typeOf(schemas.refTo(response), id)}`,
  );
  const problem = writer.typeOf(schemas.refTo(Problem), 'Problem');
  const shapes = writer.written([...operations, problem]);
  return `/** Written by \`npm run docs\` from the schemas of the contract: the shape of every answer. Not edited by hand. */

/** An operation, and the type of its answer. */
export const ANSWERS = \`
${operations.join('\n')}
\`;

/** A type, and its fields. */
export const SHAPES = \`
${shapes.join('\n')}
\`;
`;
}

/** The fields of an object: their types by name, with a `?` if they are optional. */
type Fields = ReadonlyMap<string, string>;

class ShapeWriter {
  readonly #shapes = new Map<string, string>();
  readonly #schemas: SchemaComponents;

  constructor(schemas: SchemaComponents) {
    this.#schemas = schemas;
  }

  /** A line for each shape that the texts name, and for those that these name in turn. */
  written(texts: readonly string[]): string[] {
    const lines = new Map<string, string>();
    const open = [...texts];
    for (let text = open.pop(); text !== undefined; text = open.pop()) {
      for (const [, name = ''] of text.matchAll(/#([\w.]+)/g)) {
        if (lines.has(name)) continue;
        const fields = this.#shapes.get(name) ?? '';
        lines.set(name, fields);
        open.push(fields);
      }
    }
    return [...lines].map(([name, fields]) => `${name} ${shortened(fields, name, lines)}`).sort();
  }

  /** @param place the name of the shape, if the schema has none */
  typeOf(schema: JsonSchema, place: string): string {
    const { $ref, type, items, additionalProperties } = schema;
    if ($ref !== undefined) return this.#named($ref.slice(COMPONENT_PREFIX.length));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.#unionOf(alternatives, place);
    if (type === 'array') return `[${items ? this.typeOf(items, `${place}.item`) : '*'}`;
    if (type === 'object') {
      if (schema.properties) return this.#written(place, this.#fieldsOf(schema, place));
      const values = typeof additionalProperties === 'object' ? additionalProperties : {};
      return `{${this.typeOf(values, `${place}.value`)}`;
    }
    return primitive(schema);
  }

  #named(name: string): string {
    if (!this.#shapes.has(name)) {
      this.#shapes.set(name, '');
      const schema = this.#schemas.all[name] ?? {};
      const type = this.typeOf(schema, name);
      if (type !== `#${name}`) this.#shapes.set(name, `= ${type}`);
    }
    return `#${name}`;
  }

  #written(name: string, fields: Fields): string {
    this.#shapes.set(name, [...fields].map(([field, type]) => `${field}:${type}`).join(' '));
    return `#${name}`;
  }

  #fieldsOf({ properties = {}, required = [] }: JsonSchema, place: string): Fields {
    return new Map(
      Object.entries(properties).map(([name, field]) => {
        const type = name === 'service' && typeof field.const === 'string' ? `=${field.const}` : null;
        const isOptional = !required.includes(name);
        return [`${name}${isOptional ? '?' : ''}`, type ?? this.typeOf(field, `${place}.${name}`)];
      }),
    );
  }

  /** Null makes a type nullable. Of several objects, what all of them have is kept. */
  #unionOf(alternatives: readonly JsonSchema[], place: string): string {
    const others = alternatives.filter(({ type }) => type !== 'null');
    const mark = others.length < alternatives.length ? '~' : '';
    const [only] = others;
    if (only && others.length === 1) return `${mark}${this.typeOf(only, place)}`;
    const objects = others.map((other) => this.#resolved(other));
    if (objects.every(({ type, properties }) => type === 'object' && properties)) {
      const fields = objects.map((one, index) => this.#fieldsOf(one, `${place}.${index}`));
      return `${mark}${this.#written(place, fields.reduce(common))}`;
    }
    const types = new Set(others.map((other) => this.typeOf(other, place)));
    const [type = '*'] = types;
    return `${mark}${types.size === 1 ? type : '*'}`;
  }

  #resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined
      ? schema
      : (this.#schemas.all[schema.$ref.slice(COMPONENT_PREFIX.length)] ?? {});
  }
}

/** What the objects of a union have in common. */
function common(one: Fields, other: Fields): Fields {
  const both = [...one].flatMap(([name, type]) => {
    const second = other.get(name);
    if (second === undefined) return [];
    return [[name, type === second ? type : isObject(type) && isObject(second) ? '{*' : '*'] as const];
  });
  return new Map(both);
}

function isObject(type: string): boolean {
  return /^[#{]/.test(type);
}

/** Characters of a shape from which on it is worth naming instead of repeating. */
const MIN_SHORTENED = 60;

/** A shape that begins with all fields of another as that other's and the rest: `+Post warnings:[#Issue`. */
function shortened(fields: string, name: string, all: ReadonlyMap<string, string>): string {
  const bases = [...all].filter(
    ([base, own]) => base !== name && own.length >= MIN_SHORTENED && fields.startsWith(`${own} `),
  );
  const [longest] = bases.sort(([, a], [, b]) => b.length - a.length);
  return longest ? `+${longest[0]}${fields.slice(longest[1].length)}` : fields;
}

/** A newer backend may know more values of an enum: only the kind of value counts. */
function primitive({ type, format, enum: values, const: value }: JsonSchema): string {
  const types = Array.isArray(type) ? type : [type ?? typeof (value ?? values?.[0])];
  const [kind = '', ...more] = types.filter((one) => one !== 'null');
  const mark = types.includes('null') ? '~' : '';
  if (more.length > 0) return '*';
  if (kind === 'string' && format === 'date-time') return `${mark}t`;
  const letter = KINDS[kind];
  return letter === undefined ? '*' : mark + letter;
}

const KINDS: Readonly<Record<string, string>> = { string: 's', number: 'n', integer: 'n', boolean: 'b' };
