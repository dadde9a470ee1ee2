import type { OperationId } from '../../src/contract/operations.js';
import type { KeyKind } from './service.js';

/** A request, ready to be sent. */
export interface PlannedRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly key: KeyKind;
  /** What is unusual about it; null: nothing, it is valid by the schemas. */
  readonly awkward: string | null;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function send(url: string, keyText: string, request: PlannedRequest): Promise<ReceivedAnswer> {
  const { method, path, headers, body } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    // Brotli takes seconds for the OpenAPI description.
    headers: {
      'accept-encoding': 'gzip',
      ...(keyText !== '' && { authorization: `Bearer ${keyText}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  if (response.headers.get('content-type') === 'text/event-stream') {
    // A stream does not end by itself.
    await response.body?.cancel();
    return { status: response.status, headers: response.headers, text: '' };
  }
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Characters of a body that a report quotes. */
const MAX_QUOTED_LENGTH = 3000;

const quoted = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}… (${text.length} characters)` : text;

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command, and its answer, so that a person can repeat it. */
export function describeExchange(request: PlannedRequest, answer: ReceivedAnswer): string {
  const { operation, method, path, headers, body, key, awkward } = request;
  const isBytes = typeof body === 'object';
  const command = [
    `curl -i -X ${method} ${inShell(`$URL${path}`)}`,
    ...(key === 'none' ? [] : [`-H "Authorization: Bearer $${key.toUpperCase()}_KEY"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(isBytes
      ? [`--data-binary @file  # ${body.length} bytes: ${Buffer.from(body).toString('latin1', 0, 60)}`]
      : []),
    ...(typeof body === 'string' ? [`--data-binary ${inShell(quoted(body))}`] : []),
  ].join(' \\\n  ');
  const sent = `${operation}, ${awkward ?? 'valid by the schemas'}\n${command}`;
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${sent}\n\n${answer.status}\n${head}\n${quoted(answer.text)}`;
}
