import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import type { JsonSchema } from '../../src/contract/openapi/schema-components.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATIONS, type OperationId } from '../../src/contract/operations.js';
import { awkwardPlace } from './awkward.js';
import { Generator } from './generator.js';
import { type Parts, RECIPES } from './recipes.js';
import type { PlannedRequest } from './request.js';
import type { SampleSource } from './samples.js';

/** How a request is made: as it succeeds, valid by its schemas, or awkward in one place. */
export type Manner = 'recipe' | 'valid' | 'awkward';

/** Waiting for longer would only take time. */
const MAX_WAIT_SECONDS = 0.05;

/** How likely a path names an object of another workspace. */
const FOREIGN_SHARE = 0.05;

/** How likely a request has an idempotency key. */
const KEYED_SHARE = 0.3;

/** Plans requests from the OpenAPI description, the recipes and what is in the pool. */
export class Planner {
  readonly #document: JsonObject;
  readonly #generator: Generator;
  readonly #from: SampleSource;

  constructor(document: JsonObject, from: SampleSource) {
    this.#document = document;
    const { schemas = {} } = document['components'] as { schemas?: Readonly<Record<string, JsonSchema>> };
    this.#generator = new Generator(schemas, from);
    this.#from = from;
  }

  plan(id: OperationId, manner: Manner): PlannedRequest {
    const { draw } = this.#from;
    const operation: Operation = OPERATIONS[id];
    const recipe = RECIPES[id];
    const usesRecipe = recipe && (manner === 'recipe' || draw.chance(0.5));
    const parts = this.#whole(id, usesRecipe ? recipe(this.#from) : {}, manner);
    const awkward = manner === 'awkward' ? awkwardPlace(parts, draw) : null;
    const { params, query, body, file } = awkward?.parts ?? parts;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath(params?.[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const isJson = body !== undefined && !file;
    return {
      operation: id,
      method: operation.method,
      path: search === '' ? path : `${path}?${search}`,
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': file.contentType }),
        ...(operation.keyed && draw.chance(KEYED_SHARE) && { 'idempotency-key': `key-${this.#from.next()}` }),
      },
      body: file ? file.bytes : isJson ? JSON.stringify(body) : undefined,
      key: 'sandbox',
      awkward: awkward?.words ?? null,
    };
  }

  /** Adds what a recipe leaves open. */
  #whole(id: OperationId, parts: Parts, manner: Manner): Parts {
    const operation: Operation = OPERATIONS[id];
    const { draw } = this.#from;
    const params = { ...this.#params(operation), ...parts.params };
    const isPlain = manner === 'recipe';
    const query = parts.query ?? (isPlain ? this.#required(operation) : this.#query(operation));
    const body = parts.body ?? (parts.file || !operation.body ? undefined : this.#body(operation));
    const file =
      parts.file ??
      (operation.files && body === undefined && draw.chance(1)
        ? { bytes: new Uint8Array([1, 2, 3]), contentType: 'application/octet-stream' }
        : undefined);
    return { params, query, ...(body !== undefined && { body: harmless(id, body) }), ...(file && { file }) };
  }

  #params({ example, path }: Operation): Record<string, string> {
    const { draw, others } = this.#from;
    const pool = draw.chance(FOREIGN_SHARE) ? others : this.#from.pool;
    const values = Object.entries(example.params ?? {}).map(([name, text]) => {
      const [prefix = ''] = path.includes('/uploads/') ? ['token'] : text.split('_');
      return [name, pool.any(prefix, draw) ?? `${prefix}_01k9x3m5t7v9b2c4d6f8g0h1jk`];
    });
    return Object.fromEntries(values);
  }

  #required(operation: Operation): Record<string, string> {
    return this.#query(operation, 0);
  }

  #query(operation: Operation, share = 0.3): Record<string, string> {
    const { draw } = this.#from;
    const values: [string, string][] = [];
    for (const parameter of this.#parameters(operation)) {
      if (parameter.in !== 'query' || !(parameter.required || draw.chance(share))) continue;
      values.push([parameter.name, this.#queryValue(operation, parameter)]);
    }
    return Object.fromEntries(values);
  }

  #queryValue(operation: Operation, { name, schema }: Parameter): string {
    const { draw } = this.#from;
    const refused = operation.query?.shape[name]?.safeParse('?');
    const [issue] = refused?.error?.issues ?? [];
    const allowed: unknown = issue?.code === 'custom' ? issue.params?.['allowed'] : undefined;
    if (Array.isArray(allowed)) {
      const chosen = Array.from({ length: draw.between(1, 3) }, () => String(draw.pickAny(allowed)));
      return chosen.join(draw.pick([',', ', ']));
    }
    const value = String(this.#generator.valueOf(schema, name));
    return name === 'wait' ? String(Math.min(Number(value), MAX_WAIT_SECONDS)) : value;
  }

  #parameters(operation: Operation): readonly Parameter[] {
    const described = this.#described(operation)['parameters'];
    return Array.isArray(described)
      ? described.filter((one): one is Parameter => isRecord(one) && 'in' in one)
      : [];
  }

  #body(operation: Operation): unknown {
    const { requestBody } = this.#described(operation) as {
      requestBody?: { content: Record<string, { schema: JsonSchema } | undefined> };
    };
    return this.#generator.valueOf(requestBody?.content['application/json']?.schema ?? {});
  }

  #described({ path, method }: Operation): JsonObject {
    const paths = this.#document['paths'] as Record<
      string,
      Record<string, JsonObject | undefined> | undefined
    >;
    return paths[path]?.[method.toLowerCase()] ?? {};
  }
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** A lone surrogate cannot be written in a URL. */
const inPath = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));

/** Without what would only take time: simulated delays, years of a moved clock, thousands of comments. */
function harmless(id: OperationId, body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (id === 'testFaults.set') return body['on'] === 'api' ? { ...body, path: '/v1/nowhere' } : body;
  if (id === 'testInbound.create' && typeof body['count'] === 'number') {
    return { ...body, count: Math.min(body['count'], 3) };
  }
  return body;
}
