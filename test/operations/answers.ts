import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import { API_ERRORS } from '../../src/contract/api-errors.js';
import { PROBLEM_TYPE_PREFIX, Problem } from '../../src/contract/errors.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATIONS } from '../../src/contract/operations.js';
import type { PlannedRequest, ReceivedAnswer } from './request.js';
import { NARROW_SCOPE } from './service.js';

/** Codes of paths and methods that no operation has. */
const UNROUTED_CODES: readonly string[] = ['not_found', 'method_not_allowed', 'malformed_request'];

/** Codes that are answered before the key is read, so without the headers of a key. */
const BEFORE_KEYS: readonly string[] = ['host_refused', 'origin_refused'];

/** An empty segment, or a NUL. */
const NO_ROUTE = /^[^?]*(\/\/|%00)|^[^?]*\/(\?|$)/;

/** Codes of requests with keys that are not valid. */
const CODES_OF_KEYS: Readonly<Partial<Record<string, string>>> = {
  none: 'key_missing',
  malformed: 'key_invalid',
  expired: 'key_expired',
  revoked: 'key_revoked',
};

/** Compares answers with the OpenAPI description and with the contract. */
export class AnswerCheck {
  readonly #document: JsonObject;
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });

  /** @param document as the backend serves it */
  constructor(document: JsonObject) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
  }

  /** What is wrong with an answer, in sentences. */
  complaintsOf(request: PlannedRequest, answer: ReceivedAnswer): string[] {
    const { status, headers, text } = answer;
    if (request.method === 'OPTIONS' || request.method === 'HEAD') return this.#bodiless(request, answer);
    const isRouted = isOfOperation(request);
    const complaints = headers.get('x-request-id') === null ? ['It has no X-Request-Id.'] : [];
    const body = parsed(text);
    if (status === 304 && text === '') return [...complaints, ...this.#unchanged(request)];
    if (headers.get('content-type') === 'text/event-stream') {
      return request.operation === 'events.list' && status === 200 ? complaints : ['It is a stream.'];
    }
    if (body === undefined) return [...complaints, 'The body is not JSON.'];
    if (status >= 400) complaints.push(...this.#problem(request, answer, body, isRouted));
    if (isRouted) complaints.push(...this.#documented(request, answer, body));
    else if (status < 400) complaints.push('No operation has this method, but it succeeded.');
    return [...complaints, ...ofKey(request, answer, body)];
  }

  #bodiless({ method, operation }: PlannedRequest, { status, headers, text }: ReceivedAnswer): string[] {
    const complaints = text === '' ? [] : ['It has a body.'];
    if (status >= 500) complaints.push(`${method} got ${status}.`);
    if (method === 'OPTIONS' && !headers.get('allow')?.includes(OPERATIONS[operation].method)) {
      complaints.push('Allow does not name the method of the operation.');
    }
    return complaints;
  }

  #unchanged({ operation: id }: PlannedRequest): string[] {
    const { path, method }: Operation = OPERATIONS[id];
    const documented = at(this.#document, ['paths', path, method.toLowerCase(), 'responses', '304']);
    return documented === undefined ? ['The status 304 is not documented.'] : [];
  }

  #problem(
    request: PlannedRequest,
    { status, headers }: ReceivedAnswer,
    body: unknown,
    isRouted: boolean,
  ): string[] {
    const problem = Problem.safeParse(body);
    if (!problem.success) return [`It is not a problem document: ${problem.error.message}`];
    const { code, title, type, requestId } = problem.data;
    const { errors }: Operation = OPERATIONS[request.operation];
    const complaints: string[] = [];
    const complainUnless = (holds: boolean, words: string): void => {
      if (!holds) complaints.push(words);
    };
    complainUnless(problem.data.status === status, `The document has the status ${problem.data.status}.`);
    complainUnless(API_ERRORS[code].status === status, `${code} has the status ${API_ERRORS[code].status}.`);
    complainUnless(title === API_ERRORS[code].title, `The title of ${code} is ${title}.`);
    complainUnless(type === `${PROBLEM_TYPE_PREFIX}${code}`, `The type of ${code} is ${type}.`);
    complainUnless(requestId === headers.get('x-request-id'), 'The request ids differ.');
    complainUnless(status < 500 || errors.includes(code), `${code} is a failure of the service.`);
    complainUnless(
      isRouted || UNROUTED_CODES.includes(code) || BEFORE_KEYS.includes(code),
      `${code} without a route.`,
    );
    complainUnless(status !== 405 || headers.has('allow'), 'It has no Allow header.');
    complainUnless(status !== 401 || headers.has('www-authenticate'), 'It has no WWW-Authenticate header.');
    complainUnless(isDeepStrictEqual(problem.data, body), 'The problem has undocumented members.');
    return complaints;
  }

  /** Status, content type, headers and body are those of the OpenAPI description. */
  #documented(
    { operation: id }: PlannedRequest,
    { status, headers }: ReceivedAnswer,
    body: unknown,
  ): string[] {
    const operation: Operation = OPERATIONS[id];
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const documented = at(this.#document, pointer);
    if (!isRecord(documented)) return [`The status ${status} (${codeOf(body)}) is not documented.`];
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const complaints: string[] = [];
    for (const name of Object.keys(isRecord(documented['headers']) ? documented['headers'] : {})) {
      const isSometimes = name === 'Idempotency-Replayed' || name === 'Retry-After';
      if (!isSometimes && !BEFORE_KEYS.includes(codeOf(body)) && !headers.has(name))
        complaints.push(`It has no ${name}, which is documented.`);
    }
    const schema = at(documented, ['content', type, 'schema']);
    if (schema === undefined)
      return [...complaints, `The content type ${type} is not documented for ${status}.`];
    const place = [...pointer, 'content', type, 'schema'].map(pointerStep).join('/');
    const validate = this.#ajv.getSchema(`openapi#/${place}`);
    if (validate?.(body) !== true) {
      complaints.push(`It is off its schema (${codeOf(body)}): ${this.#ajv.errorsText(validate?.errors)}.`);
    }
    if (status < 400) complaints.push(...offContract(operation, body));
    return complaints;
  }
}

const isOfOperation = ({ method, path, operation }: PlannedRequest): boolean =>
  method === OPERATIONS[operation].method && !NO_ROUTE.test(path);

/** A key that is not valid, or that belongs to others, opens nothing. */
function ofKey(request: PlannedRequest, { status }: ReceivedAnswer, body: unknown): string[] {
  const { operation, key } = request;
  const { access, params, path }: Operation = OPERATIONS[operation];
  if (access === 'public' || status === 405 || !isOfOperation(request)) return [];
  const code = CODES_OF_KEYS[key];
  if (code !== undefined) return codeOf(body) === code ? [] : [`${key} key: ${status} instead of ${code}.`];
  if (key === 'narrow' && status < 300 && access !== 'any_key' && access !== NARROW_SCOPE) {
    return ['A key without the scope succeeded.'];
  }
  // A network is not an object: each workspace has its own app there.
  const namesObject = params !== undefined && !path.includes('{platform}');
  if (key === 'foreign' && status < 300 && namesObject && access !== 'test:control') {
    return ['A key of another workspace succeeded.'];
  }
  return [];
}

function offContract({ response }: Operation, body: unknown): string[] {
  const result = response.safeParse(body);
  if (!result.success) return [`It is off the contract: ${result.error.message}`];
  return isDeepStrictEqual(result.data, body) ? [] : ['It has members that the contract does not name.'];
}

const codeOf = (body: unknown): string => (isRecord(body) ? String(body['code'] ?? 'no code') : 'no code');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function at(value: unknown, steps: readonly string[]): unknown {
  let place = value;
  for (const step of steps) place = isRecord(place) ? place[step] : undefined;
  return place;
}

const pointerStep = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
