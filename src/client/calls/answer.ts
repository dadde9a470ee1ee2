import { isRecord } from '../../base/is-record.js';
import type { ApiErrorCode } from '../../contract/api-errors.js';
import type { Problem } from '../../contract/errors.js';
import type { TransportResponse } from '../transport/transport.js';
import { answerFault, type ShapeFault, wrongFields } from './answer-shape.js';
import { type Call, operationOf } from './call.js';
import { type Asked, apiErrorOf, notOurs, unexpectedShape } from './error-factory.js';
import { ERROR_CODES } from './operations.generated.js';
import { retryAfterSeconds } from './retry-after.js';

/**
 * The data of a response.
 *
 * @param asked for errors: the origin, the call, and how to redact secrets
 * @throws ApiError for an error response; UnexpectedAnswerError for a response that is not from Postrider, or
 *   of another shape than the contract says
 */
export function dataOf(
  response: TransportResponse,
  { operation: id, accept }: Pick<Call, 'operation' | 'accept'>,
  asked: Asked,
): unknown {
  const operation = operationOf(id);
  const { status, headers } = response;
  const type = headers['content-type'] ?? '';
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(type);
  if (status >= 200 && status < 300) {
    if (accept !== undefined && type.startsWith(accept)) return response.body;
    if (!isJson) throw notOurs(response, operation, asked);
    const data = parsed(response.body);
    const fault = data === undefined ? unreadable(response.body) : answerFault(id, data);
    if (fault === null) return data;
    throw unexpectedShape(response, operation, fault, asked);
  }
  if (isJson) {
    const problem = problemOf(parsed(asked.redact(response.body)), status, headers['x-request-id'] ?? '');
    if (problem !== null) {
      const wait =
        retryAfterSeconds(headers['retry-after'], headers['date']) ?? problem.retryAfterSeconds ?? null;
      throw apiErrorOf({ problem, retryAfterSeconds: wait }, asked.context);
    }
  }
  throw notOurs(response, operation, asked);
}

function unreadable(body: string): ShapeFault {
  return { path: '', problem: body.trim() === '' ? 'is empty' : 'is incomplete or not JSON' };
}

/** The problem document, or null if the response is not from Postrider. */
function problemOf(value: unknown, status: number, requestId: string): Problem | null {
  if (!isRecord(value)) return null;
  const { code, detail, title } = value;
  const wrong = wrongFields('Problem', value);
  if (typeof code !== 'string' || typeof detail !== 'string') return null;
  return {
    ...Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.includes(name))),
    type: typeof value['type'] === 'string' ? value['type'] : 'about:blank',
    title: typeof title === 'string' ? title : detail,
    status,
    detail: isKnown(code) ? detail : `${detail} (${code})`,
    code: isKnown(code) ? code : codeFor(status),
    requestId: typeof value['requestId'] === 'string' ? value['requestId'] : requestId,
    retryable: value['retryable'] === true,
  };
}

/** The error codes of this version. */
const KNOWN_ERROR_CODES: ReadonlySet<string> = /* @__PURE__ */ new Set(ERROR_CODES.trim().split('\n'));

function isKnown(code: string): code is ApiErrorCode {
  return KNOWN_ERROR_CODES.has(code);
}

/** Fallback for an error code that only a newer backend knows. */
function codeFor(status: number): ApiErrorCode {
  switch (status) {
    case 401:
      return 'key_invalid';
    case 403:
      return 'scope_missing';
    case 404:
      return 'not_found';
    case 409:
      return 'state_conflict';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 ? 'internal_error' : 'validation_failed';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
