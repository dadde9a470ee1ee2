import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { VERSION } from '../../version.js';
import { checkedAddresses, checkLiteral, type Resolve, systemResolve } from './checked-addresses.js';
import { type Dial, dialChecked, dialProxy, proxyAuthorization, secured, tunnel } from './connection.js';
import { connectionFailure, silence } from './connection-failure.js';
import { Deadline } from './deadline.js';
import { FetchFailure } from './fetch-failure.js';
import { checkAnnounced, failureOf, limitedBody } from './limited-body.js';
import { checkForm, checkUrl, hostOf, type Origins, portOf, readUrl } from './url-rules.js';

export interface GuardedRequest {
  /** GET unless told. */
  readonly method?: string;
  /** Beside ours. They go to the first origin alone; none may carry credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
  readonly signal?: AbortSignal;
  /** Bytes that may come over the wire. */
  readonly maxBytes: number;
  /** Bytes that may come out of decompression; as many as `maxBytes` unless told. */
  readonly maxDecompressedBytes?: number;
  /** Over everything: redirects, the answer, and reading it to its end. Milliseconds. */
  readonly deadlineMs: number;
  /** The server may be silent for this long, 10 s unless told. Milliseconds. */
  readonly idleMs?: number;
  /** The `Accept` header; anything unless told. */
  readonly accept?: string;
  /** Redirects that are followed, for GET and HEAD only: 5 unless told. With 0 a redirect is the answer. */
  readonly redirects?: number;
  /** Origins on this machine that may be reached, such as `http://127.0.0.1:8080`. None unless told. */
  readonly allowedOrigins?: Origins;
  /** Goes through this HTTP proxy, which then looks names up itself. */
  readonly proxy?: URL | null;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}

export interface GuardedAnswer {
  readonly status: number;
  /** Lower-case names; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after all redirects. */
  readonly finalUrl: string;
  /** Decompressed and within the limits. Reading it throws a FetchFailure where one is passed. */
  readonly body: Readable;
  /** Reads the body to its end. */
  bytes(): Promise<Uint8Array>;
  /** Ends the connection without reading on. To be called where the body is not wanted. */
  discard(): void;
}

const DEFAULT_REDIRECTS = 5;
const DEFAULT_IDLE_MS = 10_000;
/** A page's policies alone can pass Node's 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const USER_AGENT = `Postrider/${VERSION} (+https://github.com/postrider/postrider)`;

/** Headers that would carry somebody's rights, or that belong to the connection. */
const NEVER_SENT = /^(authorization|cookie2?|proxy-.*|host|connection|transfer-encoding|upgrade|te|expect)$/i;

/**
 * Fetches an address that somebody else wrote, without letting it reach anything but the public internet:
 * every host and address is checked, at every redirect, and the checked address is the one that is dialled.
 * No cookies or credentials are sent; the answer is read within limits of size and time.
 *
 * @throws FetchFailure
 * @example const page = await guardedFetch(url, { maxBytes: 5_000_000, deadlineMs: 15_000 })
 */
export async function guardedFetch(url: string, options: GuardedRequest): Promise<GuardedAnswer> {
  checkHeaders(options.headers ?? {});
  const deadline = new Deadline(options.deadlineMs, options.signal);
  try {
    return await follow(readUrl(url), options, deadline);
  } catch (error) {
    deadline.end();
    throw error;
  }
}

async function follow(first: URL, options: GuardedRequest, deadline: Deadline): Promise<GuardedAnswer> {
  const method = options.method ?? 'GET';
  const most = method === 'GET' || method === 'HEAD' ? (options.redirects ?? DEFAULT_REDIRECTS) : 0;
  // A stranger's redirect does not open this machine: allowed origins hold where the first address is one.
  const allowed = options.allowedOrigins?.has(first.origin) ? options.allowedOrigins : new Set<string>();
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, allowed.has(url.origin), url.origin === first.origin, options, deadline);
    const next = most > 0 ? redirectOf(answer, url) : null;
    if (next === null) return guardedAnswer(answer, url, options, deadline);
    answer.destroy();
    if (redirects >= most) {
      throw new FetchFailure(
        'redirects_exceeded',
        `The address was passed on more than ${most} times. It may lead in a circle.`,
        { url: url.href, sent: true },
      );
    }
    url = next;
  }
}

/** Sends one request, after the checks, and waits for the answer's headers. */
async function ask(
  url: URL,
  mayBeLoopback: boolean,
  ownHeaders: boolean,
  options: GuardedRequest,
  deadline: Deadline,
): Promise<IncomingMessage> {
  if (mayBeLoopback) checkForm(url);
  else checkUrl(url);
  const proxy = mayBeLoopback ? null : (options.proxy ?? null);
  const connection = await deadline.orEarlier(connect(url, proxy, mayBeLoopback, options, deadline.signal));
  const secure = url.protocol === 'https:';
  const absolute = proxy !== null && !secure;
  return send(
    {
      method: options.method ?? 'GET',
      path: absolute ? `${url.origin}${url.pathname}${url.search}` : `${url.pathname}${url.search}`,
      headers: {
        ...(ownHeaders ? options.headers : {}),
        host: url.host,
        'user-agent': USER_AGENT,
        accept: options.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'close',
        ...(absolute ? proxyAuthorization(proxy) : {}),
      },
      createConnection: () => (secure ? secured(connection, url) : connection),
    },
    url,
    options,
    deadline,
  );
}

async function connect(
  url: URL,
  proxy: URL | null,
  mayBeLoopback: boolean,
  { resolve = systemResolve, dial = dialChecked }: GuardedRequest,
  signal: AbortSignal,
): Promise<Socket> {
  if (proxy !== null) {
    checkLiteral(url);
    return url.protocol === 'https:' ? tunnel(proxy, url, signal) : dialProxy(proxy);
  }
  const addresses = await checkedAddresses(url, { mayBeLoopback, resolve });
  signal.throwIfAborted();
  return dial({ host: hostOf(url), port: portOf(url), addresses });
}

function send(
  request: RequestOptions,
  url: URL,
  { body = null, idleMs = DEFAULT_IDLE_MS }: GuardedRequest,
  deadline: Deadline,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ ...request, maxHeaderSize: MAX_HEADER_BYTES, signal: deadline.signal });
    let sent = false;
    const idle = setTimeout(() => asked.destroy(silence(url, idleMs, sent)), idleMs);
    const settled = (): void => clearTimeout(idle);
    asked.once('finish', () => {
      sent = true;
    });
    asked.once('response', (answer) => {
      settled();
      resolve(answer);
    });
    asked.on('error', (error) => {
      settled();
      reject(deadline.passed ?? connectionFailure(error, url, sent));
    });
    asked.end(body ?? undefined);
  });
}

async function guardedAnswer(
  answer: IncomingMessage,
  url: URL,
  { maxBytes, maxDecompressedBytes = maxBytes, idleMs = DEFAULT_IDLE_MS }: GuardedRequest,
  deadline: Deadline,
): Promise<GuardedAnswer> {
  const limits = { maxBytes, maxDecompressedBytes, idleMs };
  try {
    checkAnnounced(answer, limits, url.href);
    const body = await limitedBody(answer, limits, url.href, () => deadline.end());
    deadline.onPassed((failure) => body.destroy(failure));
    return {
      status: answer.statusCode ?? 0,
      headers: headersOf(answer),
      finalUrl: url.href,
      body,
      bytes: () => readToEnd(body, url.href),
      discard: () => body.destroy(),
    };
  } catch (error) {
    answer.destroy();
    throw deadline.passed ?? error;
  }
}

async function readToEnd(body: Readable, url: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    throw failureOf(error, url);
  }
  return Buffer.concat(chunks);
}

/** Where a redirect leads, without its fragment; null where the answer is none. */
function redirectOf(answer: IncomingMessage, url: URL): URL | null {
  const { location } = answer.headers;
  if (!REDIRECT_STATUSES.has(answer.statusCode ?? 0) || location === undefined) return null;
  if (!URL.canParse(location, url.href)) {
    answer.destroy();
    throw new FetchFailure(
      'redirect_invalid',
      'The server passed the address on to one that cannot be read.',
      {
        url: url.href,
        sent: true,
      },
    );
  }
  const next = readUrl(location, url);
  next.hash = '';
  return next;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const refused = Object.keys(headers).find((name) => NEVER_SENT.test(name));
  if (refused !== undefined) throw new TypeError(`The header ${refused} is never sent to a stranger.`);
}

/** Cookies are nobody's business here. */
function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
