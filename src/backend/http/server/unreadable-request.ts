import { maxHeaderSize } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { RequestRefused } from '../../operations/refusal.js';
import { SECURITY_HEADERS } from '../responses/answer.js';

/** What answers to unreadable requests depend on. */
export interface UnreadableDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

/** An answer in the shape of every other refusal. */
interface UnreadableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The answer to a request that reaches no route, because it is not valid HTTP. It is logged with its request id. */
export function unreadableAnswer(
  { clock, ids, log }: UnreadableDependencies,
  detail: string,
): UnreadableAnswer {
  const requestId = ids.next('request', clock.now());
  const problem = new RequestRefused('malformed_request', detail).toProblem(requestId);
  log.info({ route: 'none: unreadable', status: problem.status, requestId, reason: detail }, 'request');
  return {
    status: problem.status,
    headers: {
      ...SECURITY_HEADERS,
      'X-Request-Id': requestId,
      'Content-Type': 'application/problem+json; charset=utf-8',
    },
    text: JSON.stringify(problem),
  };
}

/** Answers on the socket of a request that Node cannot parse, and closes it: where the next request begins is unknown. */
export function answerUnreadable(
  dependencies: UnreadableDependencies,
  error: Error & { readonly code?: string },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = unreadableAnswer(dependencies, reasonOf(error.code));
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${head}\r\n\r\n${text}`);
}

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return `The URL and the headers of the request are too long. Together they can have at most ${maxHeaderSize} bytes.`;
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The headers of the request did not arrive in time.';
  return 'The request is not valid HTTP.';
}

/** Node's own handling of these errors looks at the same field: nothing public says it. */
function hasBegunAnswer(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'headersSent') === true;
}
