import type { ApiErrorCode } from '../errors.js';
import { Problem } from '../errors.js';
import { TAG_DESCRIPTIONS } from '../openapi/components.js';
import { type JsonSchema, SchemaComponents } from '../openapi/schema-components.js';
import type { Operation } from '../operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations.js';
import { accessInWords } from './access-words.js';
import { type Components, type FieldRow, fieldRowsOf, meaningOf } from './field-rows.js';
import { requestExample } from './request-example.js';
import { objectNameOf, type TypeWords, typeWordsOf } from './type-words.js';

/** Fields that are sent in one place: the path, the query, the body. */
interface SentFields {
  readonly place: 'path' | 'query' | 'body';
  /** More than one where the body has several forms. */
  readonly forms: readonly (readonly FieldRow[])[];
}

/** One operation as a reference tells of it. */
export interface ReferenceOperation {
  readonly id: OperationId;
  readonly method: Operation['method'];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Who may call it. */
  readonly access: string;
  readonly keyed: boolean;
  readonly sent: readonly SentFields[];
  /** As a command of curl. */
  readonly request: string;
  readonly status: number;
  readonly answer: TypeWords;
  /** As JSON. */
  readonly answerExample: string;
  /** Codes of its refusals, beside those that every operation has. */
  readonly errors: readonly ApiErrorCode[];
}

/** An object that requests or answers hold. */
export interface ReferenceObject {
  readonly name: string;
  readonly description: string;
  readonly type: TypeWords;
  /** It is this other object with more fields, which `forms` has. */
  readonly base: string | null;
  readonly forms: readonly (readonly FieldRow[])[];
}

/** The operations on one kind of thing, and the objects that are met there first. */
export interface ReferenceSection {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  readonly objects: readonly ReferenceObject[];
}

/**
 * The whole API for people to read, made from the operation table.
 *
 * @param baseUrl where the service is reached, without a slash at the end
 */
export function referenceOf(baseUrl: string): ReferenceSection[] {
  const schemas = new SchemaComponents();
  const problem = schemas.refTo(Problem);
  const described = OPERATION_IDS.map((id) => describe(id, schemas));
  const told = new Set<string>();
  const sections = Object.entries(TAG_DESCRIPTIONS).map(([name, description], index) => {
    const own = described.filter(({ row }) => row.tag === name);
    const roots = [...(index === 0 ? [problem] : []), ...own.flatMap((one) => one.roots)];
    return { name, description, own, met: roots.flatMap((root) => objectsIn(root, schemas.all, told)) };
  });
  const listed = sections.flatMap(({ met }) => met);
  return sections.map(({ name, description, own, met }) => ({
    name,
    description,
    operations: own.map((one) => operationOf(one, schemas.all, baseUrl)),
    objects: met.map((object) => objectOf(object, schemas.all, listed)),
  }));
}

/** An operation with the schemas of what is sent and answered. */
interface Described {
  readonly id: OperationId;
  readonly row: Operation;
  readonly sent: readonly (readonly [place: SentFields['place'], schema: JsonSchema])[];
  readonly answer: TypeWords;
  /** From where its objects are found. */
  readonly roots: readonly JsonSchema[];
}

function describe(id: OperationId, schemas: SchemaComponents): Described {
  const row: Operation = OPERATIONS[id];
  const parts = [
    ['path', row.params],
    ['query', row.query],
    ['body', row.body],
  ] as const;
  const sent = parts.flatMap(([place, part]) =>
    part ? [[place, inPlace(schemas.refTo(part), schemas.all)] as const] : [],
  );
  const whole = schemas.refTo(row.response);
  const items = row.paged ? itemsOfPage(inPlace(whole, schemas.all)) : null;
  return {
    id,
    row,
    sent,
    answer: items ? ['a page of ', ...typeWordsOf(items)] : typeWordsOf(whole),
    roots: [...sent.flatMap(([, schema]) => partsOf(schema)), items ?? whole],
  };
}

function operationOf(
  { id, row, sent, answer }: Described,
  components: Components,
  baseUrl: string,
): ReferenceOperation {
  return {
    id,
    method: row.method,
    path: row.path,
    summary: row.summary,
    description: row.description ?? '',
    access: accessInWords(row),
    keyed: row.keyed ?? false,
    sent: sent
      .map(([place, schema]) => ({ place, forms: formsOf(schema, components) }))
      .filter(({ forms }) => forms.length > 0),
    request: requestExample(row, baseUrl),
    status: row.status,
    answer,
    answerExample: JSON.stringify(row.example.response, null, 2),
    errors: row.errors,
  };
}

/** The items of a page that holds nothing else; null where it says more. */
function itemsOfPage({ properties = {} }: JsonSchema): JsonSchema | null {
  const { data, nextCursor, ...more } = properties;
  return Object.keys(more).length === 0 && nextCursor ? (data?.items ?? null) : null;
}

/** The schema itself, where a reference stands for it. */
function inPlace(schema: JsonSchema, components: Components): JsonSchema {
  const name = objectNameOf(schema);
  return name === null ? schema : (components[name] ?? schema);
}

/** The fields of an object, once for each form that it has. */
function formsOf(schema: JsonSchema, components: Components): FieldRow[][] {
  const forms = schema.oneOf ?? schema.anyOf;
  const written = forms?.filter(({ properties }) => properties) ?? [schema];
  return written.map((form) => fieldRowsOf(form, components)).filter((rows) => rows.length > 0);
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

function objectOf(
  { name, schema }: NamedSchema,
  components: Components,
  listed: readonly NamedSchema[],
): ReferenceObject {
  const base = baseOf(schema, listed);
  const own = Object.entries(schema.properties ?? {}).filter(([field]) => !(field in (base?.fields ?? {})));
  const shown = base ? { ...schema, properties: Object.fromEntries(own) } : schema;
  return {
    name,
    description: meaningOf(schema),
    type: typeWordsOf(schema),
    base: base?.name ?? null,
    forms: formsOf(shown, components),
  };
}

/** An object is told of as another one with more, where it has all of its fields and at least so many. */
const FIELDS_OF_BASE = 5;

function baseOf({ properties: all = {} }: JsonSchema, listed: readonly NamedSchema[]) {
  const sizeOf = (fields: object): number => Object.keys(fields).length;
  return listed
    .map(({ name, schema }) => ({ name, fields: schema.properties ?? {} }))
    .filter(({ fields }) => sizeOf(fields) >= FIELDS_OF_BASE && sizeOf(fields) < sizeOf(all))
    .filter(({ fields }) =>
      Object.entries(fields).every(([name, type]) => JSON.stringify(all[name]) === JSON.stringify(type)),
    )
    .sort((a, b) => sizeOf(b.fields) - sizeOf(a.fields))[0];
}

/** The named objects that a schema leads to and that were not told of yet, nearest first. */
function objectsIn(schema: JsonSchema, components: Components, told: Set<string>): NamedSchema[] {
  const name = objectNameOf(schema);
  if (name === null) return partsOf(schema).flatMap((part) => objectsIn(part, components, told));
  const found = components[name];
  if (found === undefined || told.has(name)) return [];
  told.add(name);
  return [{ name, schema: found }, ...partsOf(found).flatMap((part) => objectsIn(part, components, told))];
}

function partsOf({ properties, items, anyOf, oneOf, additionalProperties }: JsonSchema): JsonSchema[] {
  return [
    ...Object.values(properties ?? {}),
    ...(items ? [items] : []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}
