import { Multipart, queryParameters, type WireRequest, type WireResponse } from '../../networks/wire.js';
import type { SimulatedAnswer, SimulatedRequest } from '../simulator.js';

/** Fields with secrets. They are hidden, even though the accounts are simulated. */
const SECRET = /token|secret|password|signature/i;

/** What replaces them. */
const HIDDEN = '…';

/** A file sent as text. */
const FILE = /^[A-Za-z0-9+/]{500,}={0,2}$/;

/** The longest string of a body that is stored, in characters: no network accepts longer text. */
const MAX_TEXT_LENGTH = 70_000;

/** A request as pages show it. */
export function requestShown({ method, path, query = {}, headers, body }: WireRequest): SimulatedRequest {
  const asked = queryParameters(withoutSecrets(query)).toString();
  const { authorization, ...others } = headers;
  return {
    method,
    path: asked === '' ? path : `${path}?${asked.replaceAll(encodeURIComponent(HIDDEN), HIDDEN)}`,
    headers: {
      ...(authorization !== undefined && { authorization: `${authorization.split(' ', 1)[0]} ${HIDDEN}` }),
      ...withoutSecrets(others),
    },
    body: shownBody(body),
  };
}

export function answerShown({ status, headers, body }: WireResponse): SimulatedAnswer {
  return { status, headers: withoutSecrets(headers), body: readable(body ?? null) };
}

/** Files are shown as their size. */
function shownBody(body: unknown): unknown {
  if (body instanceof URLSearchParams) return readable(Object.fromEntries(body));
  if (body instanceof Multipart) {
    const { field, name, contentType, bytes } = body.file;
    return { ...readable(body.fields), [field]: `(${name}, ${contentType}, ${bytes} bytes)` };
  }
  if (body instanceof Uint8Array) return `(${body.byteLength} bytes)`;
  if (body instanceof ReadableStream) return '(bytes of a file)';
  return readable(body ?? null);
}

function readable<Body>(body: Body): Body {
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (SECRET.test(name)) return HIDDEN;
    return value.length > MAX_TEXT_LENGTH || FILE.test(value) ? `(${value.length} characters)` : value;
  });
  return JSON.parse(text);
}

function withoutSecrets<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value | string> {
  const shown = Object.entries(fields).map(([name, value]) => [name, SECRET.test(name) ? HIDDEN : value]);
  return Object.fromEntries(shown);
}
