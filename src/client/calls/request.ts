import { isLoopback } from '../../base/loopback.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../contract/operation.js';
import { addressOf } from '../base-url.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Configuration, TraceHeaders } from '../options.js';
import type { TransportRequest } from '../transport/transport.js';
import { type Call, type FileBody, operationOf } from './call.js';

/** A request that can be sent repeatedly. Only the signal differs between attempts. */
export type PreparedRequest = Omit<TransportRequest, 'signal'>;

/** Larger responses are not read: the API never sends one of this size. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Headers that only the client sets: authentication, content and idempotency. */
const OWN_HEADERS = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Builds the request of a call.
 *
 * @param wait the `wait` query parameter in seconds, if the call has one
 * @throws ConfigurationError if there is no key, if it would be sent over plain HTTP to another machine, or if an
 *   argument cannot be sent
 */
export function prepare(
  call: Call,
  idempotencyKey: string | null,
  configuration: Configuration,
  wait: number | null,
): PreparedRequest {
  const operation = operationOf(call.operation);
  const query = queryOf(wait === null ? call.query : { ...call.query, wait });
  const url = addressOf(configuration.baseUrl, pathOf(call) + query);
  const { file } = call;
  const json = operation.hasBody && !file ? JSON.stringify(call.body ?? {}) : null;
  const headers = extraHeaders(call, configuration.traceContext());
  headers['accept'] = `${call.accept ?? 'application/json'}, application/problem+json`;
  headers['user-agent'] = configuration.userAgent;
  if (!operation.isPublic) headers['authorization'] = `Bearer ${keyFor(call, configuration)}`;
  if (json !== null) headers['content-type'] = 'application/json';
  if (file) Object.assign(headers, fileHeaders(file));
  if (idempotencyKey !== null) headers['idempotency-key'] = keyHeader(idempotencyKey);
  return {
    method: operation.method,
    url,
    headers,
    body: file ? file.open() : json,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  };
}

function fileHeaders({ bytes, contentType, filename }: FileBody): Record<string, string> {
  return {
    'content-type': contentType,
    ...(bytes === null ? {} : { 'content-length': String(bytes) }),
    // RFC 8187 keeps the header ASCII for any file name.
    ...(filename === null
      ? {}
      : { 'content-disposition': `attachment; filename*=UTF-8''${encodeRfc8187(filename)}` }),
  };
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The idempotency key: the caller's or a new one; null if the operation does not accept one. */
export function idempotencyKeyOf({ operation, options }: Call): string | null {
  if (operationOf(operation).keyed !== true) return null;
  const given = options.idempotencyKey;
  if (given === undefined) return `auto-${randomText()}`;
  if (given.length > 0 && given.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[!-~]([ -~]*[!-~])?$/.test(given))
    return given;
  throw new ConfigurationError(
    'argument_invalid',
    `\`idempotencyKey\` must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters without a space at either end.`,
    operation,
  );
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that a browser loaded over plain HTTP. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys that the backend would not read as they are go as a string of RFC 9651, in double quotes. */
function keyHeader(key: string): string {
  return /^"|[ ]/.test(key) ? `"${key.replaceAll(/["\\]/g, '\\$&')}"` : key;
}

function keyFor({ operation }: Call, { apiKey, baseUrl, allowHttp }: Configuration): string {
  if (apiKey === null) {
    throw new ConfigurationError(
      'key_missing',
      'No API key is set. Create one with `postrider keys create` or in the dashboard, and set it as apiKey or POSTRIDER_API_KEY.',
      operation,
    );
  }
  if (baseUrl.protocol === 'http:' && !allowHttp && !isLoopback(baseUrl.hostname)) {
    throw new ConfigurationError(
      'plain_http_refused',
      `The API key was not sent: ${baseUrl.origin} is plain HTTP to another machine. Use https://, or set allowHttp (POSTRIDER_ALLOW_HTTP=1) if you control the network.`,
      operation,
    );
  }
  return apiKey;
}

function pathOf({ operation, params }: Call): string {
  let next = 0;
  return operationOf(operation).path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value: unknown = params[next++];
    // URL parsing removes dot segments, and an empty segment would address the list instead of the object.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new ConfigurationError(
        'argument_invalid',
        `${operation} needs ${name}, a text that is not empty.`,
        operation,
      );
    }
    return encodeURIComponent(value);
  });
}

/** `?status=draft,scheduled&limit=5`: lists are comma-separated; undefined and null are omitted. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    fields.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return fields.size === 0 ? '' : `?${fields}`;
}

function extraHeaders({ operation, options }: Call, trace: TraceHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [given, value] of Object.entries({ ...trace, ...options.headers })) {
    if (value === undefined) continue;
    const name = given.toLowerCase();
    if (OWN_HEADERS.has(name)) {
      throw new ConfigurationError(
        'argument_invalid',
        `The header ${given} is set by the client itself.`,
        operation,
      );
    }
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[ -~]*$/.test(value)) {
      throw new ConfigurationError(
        'argument_invalid',
        `The header ${given} cannot be sent as it is.`,
        operation,
      );
    }
    headers[name] = value;
  }
  return headers;
}
