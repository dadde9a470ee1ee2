import type { JsonObject } from '../../base/json.js';
import { API_ERRORS, type ApiErrorCode } from '../api-errors.js';
import { deprecationInWords } from '../deprecation.js';
import { errorsOf } from '../error-codes.js';
import { PROBLEM_TYPE_PREFIX, Problem } from '../errors.js';
import * as z from '../lazy-zod.js';
import { type FileBodies, type Operation, versionPlace } from '../operation.js';
import { OPERATIONS } from '../operations.js';
import type { Scope } from '../scopes.js';
import { accessInWords } from './access-words.js';
import { HEADERS, PARAMETERS, SECURITY_SCHEME, TAG_DESCRIPTIONS } from './components.js';
import { SchemaComponents } from './schema-components.js';
import { webhookItems } from './webhook-items.js';

export interface OpenApiOptions {
  /** The base URL of the service, without a trailing slash. */
  readonly serverUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 description of the whole API, made from the operation table. */
export function openApiDocument({ serverUrl, version }: OpenApiOptions): JsonObject {
  const schemas = new SchemaComponents();
  const paths: Record<string, JsonObject> = {};
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(id, operation, schemas),
    };
  }
  const tags = [...new Set(Object.values(OPERATIONS).map((operation) => operation.tag))];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Postrider',
      version,
      summary: 'Publish to social networks through one API.',
      description:
        'Draft, schedule and publish posts on ten social networks. Times are given in UTC, in local time and relative to now. Errors are RFC 9457 problem documents that list every issue at once.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This backend' }],
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths,
    webhooks: webhookItems(schemas),
    components: {
      securitySchemes: { apiKey: SECURITY_SCHEME },
      schemas: schemas.all,
      parameters: PARAMETERS,
      headers: usedHeaders(),
    },
  };
}

function operationObject(id: string, operation: Operation, schemas: SchemaComponents): JsonObject {
  const { body } = operation;
  const { deprecated } = operation;
  const described = [
    deprecated && deprecationInWords(deprecated),
    operation.description,
    accessInWords(operation),
  ].filter((text) => text !== undefined);
  return {
    operationId: id.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: [operation.tag],
    ...(deprecated && { deprecated: true }),
    summary: operation.summary,
    description: described.join('\n\n'),
    security: securityOf(operation),
    parameters: [
      ...parametersOf('path', operation.params, operation.example.params, schemas),
      ...parametersOf('query', operation.query, operation.example.query, schemas),
      { $ref: '#/components/parameters/RequestId' },
      ...(operation.keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(versionPlace(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...((body || operation.files) && {
      requestBody: {
        required: true,
        content: {
          ...(body && {
            'application/json': { schema: schemas.refTo(body), example: operation.example.body },
          }),
          ...fileContents(operation.files),
        },
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.status === 201 ? 'Created.' : 'OK.',
        headers: headersOf(operation, operation.status),
        content: {
          'application/json': {
            schema: schemas.refTo(operation.response),
            example: operation.example.response,
          },
        },
      },
      ...(operation.kept && {
        304: {
          description: 'The response has not changed since the one with the `ETag` in `If-None-Match`.',
          headers: headersOf(operation, operation.status),
        },
      }),
      ...problemResponses(operation, schemas),
    },
  };
}

/** Files as a form, and as the whole body (OpenAPI 3.1: a schema without a type). */
function fileContents(files: FileBodies | undefined): JsonObject {
  if (!files) return {};
  const raw = files.raw.map((range) => [range, { schema: {} }] as const);
  const { multipart } = files;
  if (!multipart) return Object.fromEntries(raw);
  const items = { type: 'string', contentMediaType: 'application/octet-stream' };
  const field = { type: 'array', items, minItems: 1, maxItems: multipart.most };
  const schema = {
    type: 'object',
    properties: { [multipart.field]: field },
    required: [multipart.field],
  };
  return { 'multipart/form-data': { schema }, ...Object.fromEntries(raw) };
}

function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  example: Readonly<Record<string, string | number>> | undefined,
  schemas: SchemaComponents,
): JsonObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = schemas.refTo(field as z.ZodType);
    return {
      name,
      in: place,
      description,
      required: place === 'path' || !z.safeParse(field, undefined).success,
      schema: rest,
      ...(example?.[name] === undefined ? {} : { example: example[name] }),
    };
  });
}

function securityOf({ access }: Operation): JsonObject[] {
  if (access === 'public') return [];
  if (access === 'any_key') return [{ apiKey: [] }];
  const alternatives: readonly Scope[] = typeof access === 'string' ? [access] : access.anyOf;
  return alternatives.map((scope) => ({ apiKey: [scope] }));
}

/** The error codes of an operation, by status. */
function errorsByStatus(operation: Operation): Map<number, ApiErrorCode[]> {
  const byStatus = new Map<number, ApiErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = API_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemResponses(operation: Operation, schemas: SchemaComponents): JsonObject {
  const problem = schemas.refTo(Problem);
  const responses = [...errorsByStatus(operation)].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].title}.`).join(' '),
      headers: headersOf(operation, status),
      content: {
        'application/problem+json': {
          schema: { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] },
          examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }])),
        },
      },
    },
  ]);
  return Object.fromEntries(responses);
}

function exampleProblem(code: ApiErrorCode): Problem {
  const { status, title, retryable } = API_ERRORS[code];
  return {
    type: `${PROBLEM_TYPE_PREFIX}${code}`,
    title,
    status,
    detail: `${title}.`,
    code,
    requestId: 'req_01k9x3m5t7v9b2c4d6f8g0h1jk',
    retryable,
  };
}

/** The headers of responses: those of deprecated operations only if there are any. */
function usedHeaders(): JsonObject {
  const deprecated = Object.values<Operation>(OPERATIONS).flatMap((operation) => operation.deprecated ?? []);
  const { Deprecation, Sunset, ...others } = HEADERS;
  return {
    ...others,
    ...(deprecated.length > 0 && { Deprecation }),
    ...(deprecated.some(({ sunset }) => sunset !== undefined) && { Sunset }),
  };
}

/** Headers of every response to a request with a valid key. */
const OF_A_KEY = ['RateLimit-Policy', 'RateLimit', 'Postrider-Time', 'Postrider-Time-Zone'] as const;

function headersOf(operation: Operation, status: number): JsonObject {
  const names: (keyof typeof HEADERS)[] = ['X-Request-Id', 'Postrider-Version'];
  if (operation.deprecated) names.push('Deprecation');
  if (operation.deprecated?.sunset !== undefined) names.push('Sunset');
  if (operation.access !== 'public' && status !== 401) names.push(...OF_A_KEY);
  if (operation.keyed && status === operation.status) names.push('Idempotency-Replayed');
  if (status === operation.status) names.push(...(operation.headers ?? []));
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
