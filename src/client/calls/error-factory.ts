import { SIMULATED_FAILURE_HEADER } from '../../contract/sandbox/values.js';
import { VERSION } from '../../version.js';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type Refusal,
  ServerError,
  ValidationError,
} from '../errors/api-errors.js';
import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  OutcomeUnknownError,
  type PostriderError,
  TimeoutError,
  type UnexpectedAnswer,
  UnexpectedAnswerError,
} from '../errors/errors.js';
import { REDIRECT_UNSEEN, type TransportResponse } from '../transport/transport.js';
import type { ShapeFault } from './answer-shape.js';
import type { NoAnswer } from './attempt.js';
import type { ClientOperation } from './client-operation.js';
import { connectionAdvice, connectionSummary } from './connection-words.js';
import { retryAfterSeconds } from './retry-after.js';

/** The origin of a request, and how to redact secrets in messages about it. */
export interface Asked {
  readonly origin: string;
  readonly context: ErrorContext;
  readonly redact: (text: string) => string;
}

/** An error response as an error of the matching class. */
export function apiErrorOf(refusal: Refusal, context: ErrorContext): ApiError {
  const { status, code, detail, requestId } = refusal.problem;
  const message = `${detail} (${code}, HTTP ${status}${requestId === '' ? '' : `, ${requestId}`})`;
  const Family = familyOf(status);
  return new Family(message, { ...context, summary: detail }, refusal);
}

function familyOf(status: number): typeof ApiError {
  switch (status) {
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionError;
    case 404:
      return NotFoundError;
    case 409:
    case 412:
      return ConflictError;
    case 429:
      return RateLimitError;
    case 400:
    case 405:
    case 413:
    case 415:
    case 422:
      return ValidationError;
    default:
      return status >= 500 ? ServerError : ApiError;
  }
}

/** The error for a request without a response. */
export function noAnswerError(failure: NoAnswer, { origin, context, redact }: Asked): PostriderError {
  const known = { ...context, cause: safeCause(failure.cause, redact) };
  const fate = fateOf(failure.sent, context.sent);
  switch (failure.why) {
    case 'aborted': {
      const summary = 'The call was aborted.';
      return new AbortedError(`${summary} ${fate}${repeatHint(context)}`, { ...known, summary });
    }
    case 'timeout': {
      const summary = `No response from ${origin} in time.`;
      return new TimeoutError(`${summary} ${fate}`, { ...known, summary });
    }
    case 'too_large':
      return new UnexpectedAnswerError(`${origin} answered, but ${redact(failure.message)}.`, known, {
        status: 200,
        contentType: null,
        retryAfterSeconds: null,
      });
    case 'connection': {
      const summary = redact(connectionSummary(origin, failure));
      const rest = failure.sent ? '' : ` ${fate} ${connectionAdvice(origin, failure.code)}`;
      return new ConnectionError(redact(`${summary}${rest}`), { ...known, summary }, failure.code);
    }
  }
}

/** @param sent by this attempt @param everSent by any attempt of the call */
function fateOf(sent: boolean, everSent: boolean): string {
  if (sent) return 'The request had been sent.';
  return everSent ? 'This attempt sent nothing, but an earlier one did.' : 'Nothing was sent.';
}

/** The error for a response that is not from a Postrider backend. */
export function notOurs(
  response: TransportResponse,
  operation: ClientOperation,
  { origin, context, redact }: Asked,
): UnexpectedAnswerError {
  const { status, headers, body } = response;
  const answer = unexpectedAnswer(response);
  const location = headers['location'];
  if (status === REDIRECT_UNSEEN || (status >= 300 && status < 400 && location !== undefined)) {
    const where = location === undefined ? '' : ` (HTTP ${status}) to ${placeOf(location, origin)}`;
    const summary = redact(`${origin} answered with a redirect${where}.`);
    const message = `${summary} It was not followed, so that the key goes nowhere else. If that is where the backend is, set it as the base URL (POSTRIDER_BASE_URL).`;
    return new UnexpectedAnswerError(redact(message), { ...context, summary }, answer);
  }
  if (headers[SIMULATED_FAILURE_HEADER] !== undefined) {
    const summary = redact(`${origin} answered with a simulated failure (HTTP ${status}).`);
    const message = `${summary} A test has set it in this sandbox. Remove the simulated failures of the sandbox to get an answer.`;
    return new UnexpectedAnswerError(message, { ...context, summary }, answer);
  }
  const title = /<title[^<>]*>([^<]{1,120})/i.exec(body)?.[1]?.trim();
  const what = `${shownType(answer)}${title === undefined ? '' : `, "${title}"`}`;
  const advice =
    status === 502 || status === 503 || status === 504
      ? 'A proxy or gateway probably sent this response: try again later, or check the base URL (POSTRIDER_BASE_URL).'
      : CHECK_ADDRESS;
  const summary = redact(`The response from ${origin} is not from a Postrider backend (${what}).`);
  const message = `${summary} ${expected(operation)} ${advice}`;
  return new UnexpectedAnswerError(redact(message), { ...context, summary }, answer);
}

/** The error for a successful response that is not what the contract says. */
export function unexpectedShape(
  response: TransportResponse,
  operation: ClientOperation,
  { path, problem }: ShapeFault,
  { origin, context, redact }: Asked,
): UnexpectedAnswerError {
  const fault = `${path === '' ? 'the answer' : `\`${path}\``} ${problem}`;
  const answer = { ...unexpectedAnswer(response), fault };
  const { backendVersion } = answer;
  if (backendVersion === null) {
    const summary = redact(
      `The response from ${origin} is not from a Postrider backend (${shownType(answer)}): ${fault}.`,
    );
    const message = redact(`${summary} ${expected(operation)} ${CHECK_ADDRESS}`);
    return new UnexpectedAnswerError(message, { ...context, summary }, answer);
  }
  const { method, path: place } = operation;
  const summary = redact(
    `Postrider ${backendVersion} at ${origin} answered ${method} ${place} in a shape that this client (${VERSION}) does not know: ${fault}.`,
  );
  const advice =
    backendVersion === VERSION
      ? 'Both have the same version, so a proxy probably changed the answer: connect to the backend directly.'
      : `Update the older of the two: the client is ${VERSION}, the backend is ${backendVersion}.`;
  return new UnexpectedAnswerError(`${summary} ${advice}`, { ...context, summary }, answer);
}

const CHECK_ADDRESS = 'Check the base URL (POSTRIDER_BASE_URL) and any proxy.';

function expected({ method, path }: ClientOperation): string {
  return `This client (version ${VERSION}) expected Postrider’s JSON response to ${method} ${path}.`;
}

function shownType({ status, contentType }: UnexpectedAnswer): string {
  return `HTTP ${status}, ${contentType ?? 'no content type'}`;
}

function unexpectedAnswer({ status, headers }: TransportResponse): UnexpectedAnswer {
  const version = headers['postrider-version'] ?? '';
  return {
    status,
    contentType: headers['content-type'] ?? null,
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], headers['date']),
    backendVersion: /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(version) ? version : null,
  };
}

/** The error for a write that may have acted. The message starts with what to do. */
export function outcomeUnknown(failure: PostriderError, context: ErrorContext): OutcomeUnknownError {
  const advice = repeatHint(context) || ' Read the object before you repeat this call.';
  return new OutcomeUnknownError(`Outcome unknown.${advice} What happened: ${failure.message}`, {
    ...context,
    cause: failure,
  });
}

function repeatHint({ idempotencyKey, sent }: ErrorContext): string {
  if (idempotencyKey === null || !sent) return '';
  return ` Repeat this call with idempotencyKey "${idempotencyKey}" within 24 h: it cannot act twice.`;
}

/** Origin and path of a redirect. Its query may contain a token. */
function placeOf(location: string, origin: string): string {
  if (!URL.canParse(location, origin)) return 'an invalid address';
  const url = new URL(location, origin);
  return url.origin === 'null' ? `a ${url.protocol} address` : url.origin + url.pathname;
}

/** The cause, or its redacted message if printing the cause would show a key. */
function safeCause(cause: unknown, redact: (text: string) => string): unknown {
  if (cause === undefined) return undefined;
  if (!showsSecret(cause, redact)) return cause;
  return new Error(redact(cause instanceof Error ? cause.message : String(cause)));
}

/** How deep a cause is searched for secrets. What prints errors shows less. */
const SEARCH_DEPTH = 6;

/** Whether a text in the value or in its fields would be redacted. Getters are not called. */
function showsSecret(
  value: unknown,
  redact: (text: string) => string,
  depth = SEARCH_DEPTH,
  seen = new Set<object>(),
): boolean {
  if (typeof value === 'string') return redact(value) !== value;
  if (typeof value !== 'object' || value === null || depth === 0 || seen.has(value)) return false;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return false;
  const fields = Reflect.ownKeys(value).map(
    (name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value,
  );
  return [...fields, ...insideOf(value)].some((one) => showsSecret(one, redact, depth - 1, seen));
}

/** What a value shows besides its fields. */
function insideOf(value: object): readonly unknown[] {
  if (value instanceof Map || value instanceof Set || value instanceof Headers) return [...value];
  if (value instanceof Request) return [value.url, value.headers];
  return value instanceof URL ? [value.href] : [];
}
