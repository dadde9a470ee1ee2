import { COMPONENT_PREFIX, type JsonSchema } from '../openapi/schema-components.js';

/** A type in words, in pieces. The reference links each named object to its description. */
export type TypeWords = readonly (string | { readonly object: string })[];

/** A type in words: list of Post, string or null, integer from 1 to 100. */
export function typeWordsOf(schema: JsonSchema): TypeWords {
  const name = objectNameOf(schema);
  if (name !== null) return [{ object: name }];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(distinct(choices.map(typeWordsOf)));
  if (Array.isArray(schema.type)) {
    return joined(schema.type.map((type: string) => typeWordsOf({ ...schema, type })));
  }
  if (schema.const !== undefined) return [`\`${String(schema.const)}\``];
  switch (schema.type) {
    case 'array':
      return [listWords(schema), ...typeWordsOf(schema.items ?? {})];
    case 'string':
      return [stringWords(schema)];
    case 'integer':
    case 'number':
      return [`${schema.type}${rangeWords(schema)}`];
    case 'boolean':
      return ['boolean'];
    case 'null':
      return ['null'];
    case 'object':
      return mapWords(schema);
    default:
      return ['any value'];
  }
}

/** The name of the component that a schema refers to; null if the schema is inline. */
export function objectNameOf({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(COMPONENT_PREFIX) ? $ref.slice(COMPONENT_PREFIX.length) : null;
}

const STRING_FORMATS: Readonly<Record<string, string>> = { 'date-time': 'instant', uri: 'URL', date: 'date' };

function stringWords({ format, enum: values, minLength, maxLength }: JsonSchema): string {
  if (values) return 'enum';
  const kind = STRING_FORMATS[format ?? ''] ?? 'string';
  if (maxLength === undefined) return kind;
  return `${kind} of ${(minLength ?? 0) > 1 ? `${minLength} to` : 'up to'} ${maxLength} characters`;
}

function rangeWords({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) {
    return ` greater than ${exclusiveMinimum}${maximum === undefined ? '' : `, up to ${maximum}`}`;
  }
  if (minimum === undefined) return maximum === undefined ? '' : ` up to ${maximum}`;
  return maximum === undefined ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
}

function listWords({ minItems = 0, maxItems }: JsonSchema): string {
  if (maxItems === undefined) return 'list of ';
  return minItems > 0 ? `list of ${minItems} to ${maxItems}: ` : `list of up to ${maxItems}: `;
}

function mapWords({ properties, additionalProperties }: JsonSchema): TypeWords {
  const isMap = properties === undefined && typeof additionalProperties === 'object';
  if (!isMap || Object.keys(additionalProperties).length === 0) return ['object'];
  return ['map of ', ...typeWordsOf(additionalProperties)];
}

/** `An instant.`: a type as a sentence. Empty for an enum, whose description names its values. */
export function typeSentence(type: TypeWords): TypeWords {
  const [first] = type;
  if (first === 'enum') return [];
  const article = typeof first === 'string' && /^[aeio]/.test(first) ? 'An ' : 'A ';
  return [article, ...type, '.'];
}

function distinct(types: readonly TypeWords[]): TypeWords[] {
  const seen = new Map(types.map((words) => [JSON.stringify(words), words]));
  return [...seen.values()];
}

function joined(types: readonly TypeWords[]): TypeWords {
  return types.flatMap((words, index) => (index === 0 ? words : [' or ', ...words]));
}
