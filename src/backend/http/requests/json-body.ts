import { RequestRefused } from '../../operations/refusal.js';
import { HttpRefusal } from '../responses/http-refusal.js';
import { refuseAmbiguousJson, type StringsOf } from './json-members.js';
import { readLimited } from './limited-body.js';

/** Maximum size of a JSON body, in bytes. */
const MAX_JSON_BODY_BYTES = 1024 * 1024;

const LIMIT = {
  maxBytes: MAX_JSON_BODY_BYTES,
  tooLarge: `A JSON body can have at most ${MAX_JSON_BODY_BYTES} bytes (1 MiB).`,
};

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body as JSON.
 *
 * @throws RequestRefused for another content type, a body that is too large, or invalid JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  refuseOtherType(request.headers);
  return parseJsonBody(await readLimited(request, LIMIT));
}

/**
 * Parses the bytes of a JSON body.
 *
 * @param strings `any`: what its strings contain is not kept
 * @throws RequestRefused invalid JSON
 */
export async function parseJsonBody(bytes: Uint8Array, strings: StringsOf = 'texts'): Promise<unknown> {
  const text = decode(bytes);
  if (text.trim() === '') throw malformed('The body is empty. Send a JSON object.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { locateJsonError } = await import('./json-error.js');
    throw malformed(`The body is not valid JSON: ${locateJsonError(text)}.`);
  }
  refuseAmbiguousJson(text, strings);
  return value;
}

/** @throws RequestRefused the body is not JSON in UTF-8 */
export function refuseOtherType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const encoding = headers.get('content-encoding');
  if (!JSON_TYPE.test(type)) {
    throw unsupported(
      type
        ? `This operation does not accept a body of type ${type}.`
        : 'The request has no Content-Type header.',
    );
  }
  if (charset && !/^charset="?utf-?8"?$/i.test(charset))
    throw unsupported(`JSON must be UTF-8, not ${charset}.`);
  if (encoding && encoding !== 'identity')
    throw unsupported(`This operation does not accept a body with Content-Encoding ${encoding}.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw malformed('The body is not valid UTF-8.');
    throw error;
  }
}

const malformed = (detail: string): RequestRefused => new RequestRefused('malformed_request', detail);

const unsupported = (reason: string): RequestRefused =>
  new HttpRefusal('content_type_unsupported', `${reason} Send JSON with "Content-Type: application/json".`, {
    Accept: 'application/json',
  });
