import type { ApiErrorCode } from '../api-errors.js';
import { deprecationInWords } from '../deprecation.js';
import { COMMON_ERRORS, ownErrorsOf } from '../error-codes.js';
import { Problem } from '../errors.js';
import { accessInWords } from '../openapi/access-words.js';
import { TAG_DESCRIPTIONS } from '../openapi/components.js';
import { type JsonSchema, SchemaComponents } from '../openapi/schema-components.js';
import type { Operation } from '../operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations.js';
import { type Components, type FieldRow, fieldRowsOf, meaningOf } from './field-rows.js';
import { requestExample } from './request-example.js';
import { objectNameOf, type TypeWords, typeWordsOf } from './type-words.js';

const COMMON: ReadonlySet<ApiErrorCode> = new Set(COMMON_ERRORS);

/** The request fields in one place: path, query or body. */
interface SentFields {
  readonly place: 'path' | 'query' | 'body';
  /** More than one if the body has several forms. */
  readonly forms: readonly (readonly FieldRow[])[];
}

/** One operation in the reference. */
export interface ReferenceOperation {
  readonly id: OperationId;
  readonly method: Operation['method'];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The required API key and scope. */
  readonly access: string;
  readonly keyed: boolean;
  readonly sent: readonly SentFields[];
  /** As a curl command. */
  readonly request: string;
  readonly status: number;
  readonly answer: TypeWords;
  /** As JSON. */
  readonly answerExample: string;
  /** Error codes, in addition to those of every operation. */
  readonly errors: readonly ApiErrorCode[];
}

/** An object in requests or responses. */
export interface ReferenceObject {
  readonly name: string;
  readonly description: string;
  readonly type: TypeWords;
  /** The object that this one extends; `forms` has only the additional fields. */
  readonly base: string | null;
  readonly forms: readonly (readonly FieldRow[])[];
}

/** The operations on one resource, and the objects that first appear there. */
export interface ReferenceSection {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  readonly objects: readonly ReferenceObject[];
}

/**
 * The API reference, built from the operation table.
 *
 * @param baseUrl the base URL of the service, without a trailing slash
 */
export function referenceOf(baseUrl: string): ReferenceSection[] {
  const schemas = new SchemaComponents();
  const problem = schemas.refTo(Problem);
  const described = OPERATION_IDS.map((id) => describe(id, schemas));
  const objectNames = new Set<string>();
  const sections = Object.entries(TAG_DESCRIPTIONS).map(([name, description], index) => {
    const own = described.filter(({ row }) => row.tag === name);
    const roots = [...(index === 0 ? [problem] : []), ...own.flatMap((one) => one.roots)];
    return {
      name,
      description,
      own,
      met: roots.flatMap((root) => objectsIn(root, schemas.all, objectNames)),
    };
  });
  const listed = sections.flatMap(({ met }) => met);
  return sections.map(({ name, description, own, met }) => ({
    name,
    description,
    operations: own.map((one) => operationOf(one, schemas.all, baseUrl)),
    objects: met.map((object) => objectOf(object, schemas.all, listed)),
  }));
}

/** An operation with its request and response schemas. */
interface Described {
  readonly id: OperationId;
  readonly row: Operation;
  readonly sent: readonly (readonly [place: SentFields['place'], schema: JsonSchema])[];
  readonly answer: TypeWords;
  /** The schemas whose objects the reference lists. */
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
    answer: items ? ['page of ', ...typeWordsOf(items)] : typeWordsOf(whole),
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
    description: [row.deprecated && deprecationInWords(row.deprecated), row.description]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    access: accessInWords(row),
    keyed: row.keyed ?? false,
    sent: sent
      .map(([place, schema]) => ({ place, forms: formsOf(schema, components) }))
      .filter(({ forms }) => forms.length > 0),
    request: requestExample(row, baseUrl),
    status: row.status,
    answer,
    answerExample: JSON.stringify(row.example.response, null, 2),
    errors: ownErrorsOf(row).filter((code) => !COMMON.has(code)),
  };
}

/** The items of a page; null if the page has further fields. */
function itemsOfPage({ properties = {} }: JsonSchema): JsonSchema | null {
  const { data, nextCursor, ...more } = properties;
  return Object.keys(more).length === 0 && nextCursor ? (data?.items ?? null) : null;
}

/** Resolves a reference to its schema. */
function inPlace(schema: JsonSchema, components: Components): JsonSchema {
  const name = objectNameOf(schema);
  return name === null ? schema : (components[name] ?? schema);
}

/** The fields of an object, for each of its forms. */
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

/** An object is described as an extension of another if that has at least this many fields, all of them in common. */
const MIN_FIELDS_OF_BASE = 5;

function baseOf({ properties: all = {} }: JsonSchema, listed: readonly NamedSchema[]) {
  const sizeOf = (fields: object): number => Object.keys(fields).length;
  return listed
    .map(({ name, schema }) => ({ name, fields: schema.properties ?? {} }))
    .filter(({ fields }) => sizeOf(fields) >= MIN_FIELDS_OF_BASE && sizeOf(fields) < sizeOf(all))
    .filter(({ fields }) =>
      Object.entries(fields).every(([name, type]) => JSON.stringify(all[name]) === JSON.stringify(type)),
    )
    .sort((a, b) => sizeOf(b.fields) - sizeOf(a.fields))[0];
}

/** The named objects that a schema refers to and that are not listed yet, nearest first. */
function objectsIn(schema: JsonSchema, components: Components, listed: Set<string>): NamedSchema[] {
  const name = objectNameOf(schema);
  if (name === null) return partsOf(schema).flatMap((part) => objectsIn(part, components, listed));
  const found = components[name];
  if (found === undefined || listed.has(name)) return [];
  listed.add(name);
  return [{ name, schema: found }, ...partsOf(found).flatMap((part) => objectsIn(part, components, listed))];
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
