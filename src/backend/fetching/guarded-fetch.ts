import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { checkedAddresses, checkLiteral, type Resolve, systemResolve } from './checked-addresses.js';
import { type Dial, dialChecked, dialProxy, proxyAuthorization, startTls, tunnel } from './connection.js';
import { connectionFailure, idleTimeout } from './connection-failure.js';
import { Deadline } from './deadline.js';
import { FetchFailure } from './fetch-failure.js';
import { checkAnnounced, failureOf, limitedBody } from './limited-body.js';
import { checkForm, checkUrl, hostOf, MAX_URL_LENGTH, type Origins, portOf, readUrl } from './url-rules.js';
import { USER_AGENT } from './user-agent.js';

export interface GuardedRequest {
  /** Defaults to GET. */
  readonly method?: string;
  /** Additional headers. They are sent to the first origin only, and must not contain credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
  readonly signal?: AbortSignal;
  /** The maximum size of the response as transferred. */
  readonly maxBytes: number;
  /** The maximum size after decompression. Defaults to `maxBytes`. */
  readonly maxDecompressedBytes?: number;
  /** The limit for the whole fetch, including redirects and reading the body. In milliseconds. */
  readonly deadlineMs: number;
  /** How long the server may send nothing, in milliseconds. Defaults to 10 s. */
  readonly idleMs?: number;
  /** How much of the body the server must send within `idleMs`, in bytes. Defaults to 1. */
  readonly minProgressBytes?: number;
  /** The `Accept` header. Defaults to anything. */
  readonly accept?: string;
  /** How many redirects of GET and HEAD to follow. Defaults to 5. With 0, the redirect itself is returned. */
  readonly redirects?: number;
  /** Allowed origins on this machine, such as `http://127.0.0.1:8080`. Defaults to none. */
  readonly allowedOrigins?: Origins;
  /** The HTTP proxy to use. It resolves names. */
  readonly proxy?: URL | null;
  /** Who fetches: look-ups of names take turns between these. Defaults to one for all. */
  readonly share?: string;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** The certificates of the authorities to trust, in PEM. Defaults to those of Node. */
  readonly ca?: SecureContextOptions['ca'];
}

export interface GuardedAnswer {
  readonly status: number;
  /** Names are lower case. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL after all redirects. */
  readonly finalUrl: string;
  /** Decompressed. Reading throws a FetchFailure when a limit is exceeded. */
  readonly body: Readable;
  /** Reads the whole body. */
  bytes(): Promise<Uint8Array>;
  /** Closes the connection without reading the body. */
  discard(): void;
}

const DEFAULT_REDIRECTS = 5;
const DEFAULT_IDLE_MS = 10_000;
/** Security policy headers alone can exceed Node’s default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that would contain credentials, or that belong to the connection. */
const NEVER_SENT = /^(authorization|cookie2?|proxy-.*|host|connection|transfer-encoding|upgrade|te|expect)$/i;

/**
 * Fetches an untrusted URL from the public internet only. Every host and address is checked, at every redirect, and
 * the connection is made to the checked address. No cookies or credentials are sent. Size and time are limited.
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
  const maxRedirects = method === 'GET' || method === 'HEAD' ? (options.redirects ?? DEFAULT_REDIRECTS) : 0;
  // An untrusted redirect must not reach this machine: the allowed origins only apply if the first URL is one.
  const allowed = options.allowedOrigins?.has(first.origin) ? options.allowedOrigins : new Set<string>();
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, allowed.has(url.origin), url.origin === first.origin, options, deadline);
    const next = maxRedirects > 0 ? redirectOf(answer, url) : null;
    if (next === null) return guardedAnswer(answer, url, options, deadline);
    answer.destroy();
    if (redirects >= maxRedirects) {
      throw new FetchFailure(
        'redirects_exceeded',
        `The URL redirected more than ${maxRedirects} times. It may be a redirect loop.`,
        { url: url.href, sent: true },
      );
    }
    url = next;
  }
}

/** Checks and sends one request, and waits for the response headers. */
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
  const connection = await deadline.race(connect(url, proxy, mayBeLoopback, options, deadline.signal));
  const secure = url.protocol === 'https:';
  const absolute = proxy !== null && !secure;
  return send(
    {
      method: options.method ?? 'GET',
      path: absolute ? `${url.origin}${url.pathname}${url.search}` : `${url.pathname}${url.search}`,
      headers: {
        ...headersFor(url, { ...options, headers: ownHeaders ? options.headers : {} }),
        ...(absolute ? proxyAuthorization(proxy) : {}),
      },
      createConnection: () => (secure ? startTls(connection, url, { ca: options.ca }) : connection),
    },
    url,
    options,
    deadline,
  );
}

/** The headers that a server receives, besides the length of a body. */
export function headersFor(
  url: URL,
  { headers, accept = '*/*' }: { readonly [Name in 'headers' | 'accept']?: GuardedRequest[Name] | undefined },
): Record<string, string> {
  return {
    ...headers,
    host: url.host,
    'user-agent': USER_AGENT,
    accept,
    'accept-encoding': 'gzip, deflate, br',
    connection: 'close',
  };
}

async function connect(
  url: URL,
  proxy: URL | null,
  mayBeLoopback: boolean,
  { share = '', resolve = systemResolve, dial = dialChecked }: GuardedRequest,
  signal: AbortSignal,
): Promise<Socket> {
  if (proxy !== null) {
    checkLiteral(url);
    return url.protocol === 'https:' ? tunnel(proxy, url, signal) : dialProxy(proxy);
  }
  const addresses = await checkedAddresses(url, { mayBeLoopback, resolve, signal, share });
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
    const idle = setTimeout(() => asked.destroy(idleTimeout(url, idleMs, sent)), idleMs);
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
  {
    maxBytes,
    maxDecompressedBytes = maxBytes,
    idleMs = DEFAULT_IDLE_MS,
    minProgressBytes = 1,
  }: GuardedRequest,
  deadline: Deadline,
): Promise<GuardedAnswer> {
  const limits = { maxBytes, maxDecompressedBytes, idleMs, minProgressBytes };
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

/** The target of a redirect, without its fragment; null if the response is not a redirect. */
function redirectOf(answer: IncomingMessage, url: URL): URL | null {
  const { location } = answer.headers;
  if (!REDIRECT_STATUSES.has(answer.statusCode ?? 0) || location === undefined) return null;
  if (location.length <= MAX_URL_LENGTH && !URL.canParse(location, url.href)) {
    answer.destroy();
    throw new FetchFailure('redirect_invalid', 'The server redirected to an invalid URL.', {
      url: url.href,
      sent: true,
    });
  }
  const next = readUrl(location, url);
  next.hash = '';
  return next;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const refused = Object.keys(headers).find((name) => NEVER_SENT.test(name));
  if (refused !== undefined) throw new TypeError(`The header ${refused} is never sent to untrusted servers.`);
}

/** Cookies are removed. */
function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
