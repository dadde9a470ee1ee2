import { COMPONENT_PREFIX, type JsonSchema } from '../openapi/schema-components.js';

/** A type in words, in pieces: a reference shows each named object as a link to its description. */
export type TypeWords = readonly (string | { readonly object: string })[];

/** A type as a person reads it: list of Post, text or null, integer from 1 to 100. */
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
      return [textWords(schema)];
    case 'integer':
    case 'number':
      return [`${schema.type}${rangeWords(schema)}`];
    case 'boolean':
      return ['true or false'];
    case 'null':
      return ['null'];
    case 'object':
      return mapWords(schema);
    default:
      return ['anything'];
  }
}

/** The name of the component that a schema refers to; null where it is written in place. */
export function objectNameOf({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(COMPONENT_PREFIX) ? $ref.slice(COMPONENT_PREFIX.length) : null;
}

const TEXT_FORMATS: Readonly<Record<string, string>> = { 'date-time': 'instant', uri: 'URL', date: 'date' };

function textWords({ format, enum: values, minLength, maxLength }: JsonSchema): string {
  if (values) return 'choice';
  const kind = TEXT_FORMATS[format ?? ''] ?? 'text';
  if (maxLength === undefined) return kind;
  return `${kind} of ${(minLength ?? 0) > 1 ? `${minLength} to` : 'at most'} ${maxLength} characters`;
}

function rangeWords({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) {
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : `, at most ${maximum}`}`;
  }
  if (minimum === undefined) return maximum === undefined ? '' : `, at most ${maximum}`;
  return maximum === undefined ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
}

function listWords({ minItems = 0, maxItems }: JsonSchema): string {
  if (maxItems === undefined) return 'list of ';
  return minItems > 0 ? `list of ${minItems} to ${maxItems}: ` : `list of at most ${maxItems}: `;
}

function mapWords({ properties, additionalProperties }: JsonSchema): TypeWords {
  const isMap = properties === undefined && typeof additionalProperties === 'object';
  return isMap ? ['map of ', ...typeWordsOf(additionalProperties)] : ['object'];
}

function distinct(types: readonly TypeWords[]): TypeWords[] {
  const seen = new Map(types.map((words) => [JSON.stringify(words), words]));
  return [...seen.values()];
}

function joined(types: readonly TypeWords[]): TypeWords {
  return types.flatMap((words, index) => (index === 0 ? words : [' or ', ...words]));
}
