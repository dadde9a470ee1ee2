import { findJsonFault } from './json-fault.js';
import { RequestRefused } from './refusal.js';

/** How long a JSON body may take to come, in milliseconds. */
const JSON_BODY_MAX_MS = 30_000;

/** Largest JSON body, in bytes. */
const JSON_BODY_MAX_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body as JSON.
 *
 * @throws RequestRefused for another content type, a body that is too large, and text that is not JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  refuseOtherType(request.headers);
  const text = decode(await inTime(readBytes(request)));
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

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > JSON_BODY_MAX_BYTES) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > JSON_BODY_MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body that does not come to its end is not waited for. */
async function inTime(bytes: Promise<Uint8Array>): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(malformed(`The body did not come to its end within ${JSON_BODY_MAX_MS / 1000} seconds.`));
    }, JSON_BODY_MAX_MS);
  });
  try {
    return await Promise.race([bytes, late]);
  } finally {
    clearTimeout(timer);
  }
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

const tooLarge = (): RequestRefused =>
  new RequestRefused(
    'payload_too_large',
    `A JSON body may have ${JSON_BODY_MAX_BYTES} bytes (1 MiB) at most.`,
  );

const unsupported = (reason: string): RequestRefused =>
  new RequestRefused(
    'content_type_unsupported',
    `${reason} Send JSON with "Content-Type: application/json".`,
    {},
    { Accept: 'application/json' },
  );
