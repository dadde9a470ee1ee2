import type { JsonSchema } from '../openapi/schema-components.js';
import { FIELD_WORDS } from './field-words.js';
import { objectNameOf, type TypeWords, typeWordsOf } from './type-words.js';

/** The named objects of the contract. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** One field of an object in the reference. */
export interface FieldRow {
  /** `text`, `network.status`, `overrides[].title`. */
  readonly path: string;
  readonly type: TypeWords;
  readonly required: boolean;
  /** Code is in backticks. */
  readonly meaning: string;
}

/** The fields of an object, including those of inline objects. */
export function fieldRowsOf(schema: JsonSchema, components: Components, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = {
      path,
      type: typeWordsOf(field),
      required: schema.required?.includes(name) ?? false,
      meaning: meaningOfField(name, field, components),
    };
    const [inner, suffix] = objectIn(field);
    return [row, ...(inner ? fieldRowsOf(inner, components, `${path}${suffix}.`) : [])];
  });
}

function meaningOfField(name: string, field: JsonSchema, components: Components): string {
  const own = meaningOf(field);
  const isGeneric = own === '' || own.startsWith(INSTANT_WORDS);
  return isGeneric ? (FIELD_WORDS[name] ?? (own || wordsOfObject(field, components))) : own;
}

/** The description of every instant without a description of its own. */
const INSTANT_WORDS = 'An instant in UTC';

/** Longer lists of values are documented on their own pages. */
const MAX_VALUES_NAMED = 30;

/** The description of a field, with its values and an example. */
export function meaningOf(field: JsonSchema): string {
  const description = descriptionOf(field);
  const values = valuesOf(field).map((value) => `\`${value}\``);
  const named = values.every((value) => description?.includes(value));
  const example = exampleOf(field);
  const parts = [
    description,
    values.length === 0 || values.length > MAX_VALUES_NAMED || named
      ? undefined
      : `One of ${values.join(', ')}`,
    example === undefined || description?.includes(example) ? undefined : `Example: \`${example}\``,
  ];
  return (
    parts
      .filter((part) => part !== undefined && part !== '')
      // An example that is a sentence brings its own full stop.
      .map((part) => (part?.endsWith('.`') ? part : `${part?.replace(/\.$/, '')}.`))
      .join(' ')
  );
}

/** The description of the object in a field. */
function wordsOfObject(field: JsonSchema, components: Components): string {
  const [name] = [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])]
    .map(objectNameOf)
    .filter((one) => one !== null);
  return (name === undefined ? undefined : components[name]?.description) ?? '';
}

/** Its own description, or that of its non-null alternative. */
function descriptionOf({ description, anyOf }: JsonSchema): string | undefined {
  return description ?? anyOf?.find((choice) => choice.description !== undefined)?.description;
}

/** The values of an enum, a list of enum values, or a nullable enum. */
function valuesOf({ enum: values, items, anyOf }: JsonSchema): string[] {
  if (values) return values.filter((value) => value !== null).map(String);
  if (items) return valuesOf(items);
  return (anyOf ?? []).flatMap(valuesOf);
}

function exampleOf({ examples, type, enum: values }: JsonSchema): string | undefined {
  const [example] = examples ?? [];
  if (example === undefined || values || type === 'boolean') return undefined;
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** The inline object of a field, in a list or nullable, and the suffix of its path. */
function objectIn(field: JsonSchema): [inner: JsonSchema | null, suffix: string] {
  if (field.properties) return [field, ''];
  if (field.items) {
    const [inner, suffix] = objectIn(field.items);
    return [inner, `[]${suffix}`];
  }
  const written = (field.anyOf ?? []).filter((choice) => choice.properties);
  return [written.length === 1 ? (written[0] ?? null) : null, ''];
}
