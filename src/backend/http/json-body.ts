import { RequestRefused } from '../operations/refusal.js';
import { findJsonFault } from './json-fault.js';
import { readLimited } from './limited-body.js';

/** Largest JSON body, in bytes. */
const JSON_BODY_MAX_BYTES = 1024 * 1024;

const LIMIT = {
  maxBytes: JSON_BODY_MAX_BYTES,
  tooLarge: `A JSON body may have ${JSON_BODY_MAX_BYTES} bytes (1 MiB) at most.`,
};

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body as JSON.
 *
 * @throws RequestRefused for another content type, a body that is too large, and text that is not JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  refuseOtherType(request.headers);
  const text = decode(await readLimited(request, LIMIT));
  if (text.trim() === '') throw malformed('The body is empty. Send a JSON object.');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(`The body is not valid JSON: ${findJsonFault(text)}.`);
  }
}

function refuseOtherType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const encoding = headers.get('content-encoding');
  if (!JSON_TYPE.test(type)) {
    throw unsupported(type ? `A body of type ${type} is not taken here.` : 'The body has no Content-Type.');
  }
  if (charset && !/^charset="?utf-?8"?$/i.test(charset))
    throw unsupported(`JSON is read as UTF-8, not ${charset}.`);
  if (encoding && encoding !== 'identity')
    throw unsupported(`A body encoded as ${encoding} is not taken here.`);
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
  new RequestRefused(
    'content_type_unsupported',
    `${reason} Send JSON with "Content-Type: application/json".`,
    {},
    { Accept: 'application/json' },
  );
