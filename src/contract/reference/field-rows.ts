import type { JsonSchema } from '../openapi/schema-components.js';
import { FIELD_WORDS } from './field-words.js';
import { objectNameOf, type TypeWords, typeWordsOf } from './type-words.js';

/** The named objects of the contract. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** One field of an object as a reference tells of it. */
export interface FieldRow {
  /** Where it stands: `text`, `network.status`, `overrides[].title`. */
  readonly path: string;
  readonly type: TypeWords;
  readonly required: boolean;
  /** Code stands between backticks. */
  readonly meaning: string;
}

/** The fields of an object, those of objects that are written in place within it too. */
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
  const saysKindAlone = own === '' || own.startsWith(INSTANT_WORDS);
  return saysKindAlone ? (FIELD_WORDS[name] ?? (own || wordsOfObject(field, components))) : own;
}

/** What every instant says of itself where its field says no more. */
const INSTANT_WORDS = 'An instant in UTC';

/** Longer lists of values are left to the page that explains each. */
const MOST_VALUES_NAMED = 30;

/** What a field means, with the values to choose from and an example. */
export function meaningOf(field: JsonSchema): string {
  const description = descriptionOf(field);
  const values = valuesOf(field).map((value) => `\`${value}\``);
  const named = values.every((value) => description?.includes(value));
  const example = exampleOf(field);
  const parts = [
    description,
    values.length === 0 || values.length > MOST_VALUES_NAMED || named
      ? undefined
      : `One of ${values.join(', ')}`,
    example === undefined || description?.includes(example) ? undefined : `Such as \`${example}\``,
  ];
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => `${part?.replace(/\.$/, '')}.`)
    .join(' ');
}

/** What the object that a field holds is, in its own words. */
function wordsOfObject(field: JsonSchema, components: Components): string {
  const [name] = [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])]
    .map(objectNameOf)
    .filter((one) => one !== null);
  return (name === undefined ? undefined : components[name]?.description) ?? '';
}

/** Its own, or that of what it is beside null. */
function descriptionOf({ description, anyOf }: JsonSchema): string | undefined {
  return description ?? anyOf?.find((choice) => choice.description !== undefined)?.description;
}

/** The values of a choice, of a list of choices, or of a choice that may be null. */
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

/** The object that is written in place as a field, in a list or beside null, and how its path goes on. */
function objectIn(field: JsonSchema): [inner: JsonSchema | null, suffix: string] {
  if (field.properties) return [field, ''];
  if (field.items) {
    const [inner, suffix] = objectIn(field.items);
    return [inner, `[]${suffix}`];
  }
  const written = (field.anyOf ?? []).filter((choice) => choice.properties);
  return [written.length === 1 ? (written[0] ?? null) : null, ''];
}
