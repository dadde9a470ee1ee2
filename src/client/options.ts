import { CALLER_MARGIN_MS, MAX_INGEST_MS } from '../contract/time-limits.js';
import { VERSION } from '../version.js';
import { DEFAULT_BASE_URL, parseBaseUrl } from './base-url.js';
import type { ResponseMeta } from './calls/response-meta.js';
import { ConfigurationError } from './errors/errors.js';
import { redactorOf } from './redact.js';
import { runtimeName } from './runtime.js';
import { settingOf } from './settings.js';
import { fetchTransport } from './transport/fetch-transport.js';
import type { Transport } from './transport/transport.js';
import { abortableSleep, type Sleep } from './waiting.js';

/** Headers by which a trace continues in another process. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** Options of a client. Empty strings and unsubstituted `${VAR}`s count as unset. */
export interface ClientOptions {
  /** The API key (`postrider_api_…`). Without one, only public operations can be called. */
  readonly apiKey?: string | undefined;
  /** Base URL of the backend, with any path before `/v1`. Default: `http://127.0.0.1:4747`. */
  readonly baseUrl?: string | undefined;
  /** Allow sending the key over plain HTTP to other machines, for example to service containers. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Time limit for a call in milliseconds, including retries. Default: 45,000; 245,000 for media that the backend
   * fetches from a URL.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries after temporary failures. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Name of your program for `User-Agent`, placed before the client's own: `my-app/1.2`. */
  readonly userAgent?: string | undefined;
  /** How requests reach the backend. Default: with undici, and `fetchTransport()` in `postrider/client`. */
  readonly transport?: Transport | undefined;
  /**
   * The place in your trace, asked for at each call: `() => ({ traceparent: '00-…' })` (W3C Trace Context). The backend
   * continues it. Default: none.
   */
  readonly traceContext?: (() => TraceHeaders) | undefined;
  /** Waits between attempts, for tests. Rejects when the signal fires. */
  readonly sleep?: Sleep | undefined;
  /** A number from 0 up to 1 for the jitter, for tests. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds of a monotonic clock, for tests. */
  readonly now?: (() => number) | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, also between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit for this call in milliseconds, including retries. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Additional headers, such as `X-Request-Id`. The client's own headers cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the metadata of every response, including errors, before the call ends. */
  readonly onAnswer?: ((meta: ResponseMeta) => void) | undefined;
}

/** Options of calls that accept an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
  /** 1 to 255 characters. The same call with the same key acts only once within 24 hours. Default: a random key. */
  readonly idempotencyKey?: string | undefined;
}

/** A client's validated settings, with defaults. */
export interface Configuration {
  readonly apiKey: string | null;
  readonly baseUrl: URL;
  readonly allowHttp: boolean;
  /** Null: the default of each call. */
  readonly timeoutMs: number | null;
  readonly maxRetries: number;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly traceContext: () => TraceHeaders;
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}

/** Time limit of most calls, in ms. */
export const DEFAULT_TIMEOUT_MS = MAX_INGEST_MS + CALLER_MARGIN_MS;
const DEFAULT_MAX_RETRIES = 2;

/** Maximum delay of a timer in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const HEADER_TEXT = /^[ -~]*$/;

/** Validates the options and applies defaults. @throws ConfigurationError */
export function configure(options: ClientOptions): Configuration {
  const apiKey = settingOf(options.apiKey) ?? null;
  if (apiKey !== null && !/^[!-~]+$/.test(apiKey)) {
    throw new ConfigurationError(
      'key_unusable',
      'The API key contains spaces or characters that no key has. Copy it again (apiKey or POSTRIDER_API_KEY).',
    );
  }
  const maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new ConfigurationError(
      'option_invalid',
      `maxRetries must be a whole number from 0, not ${maxRetries}.`,
    );
  }
  const program = settingOf(options.userAgent);
  if (program !== undefined && !HEADER_TEXT.test(program)) {
    throw new ConfigurationError('option_invalid', 'userAgent may hold printable ASCII characters only.');
  }
  return {
    apiKey,
    baseUrl: parseBaseUrl(settingOf(options.baseUrl) ?? DEFAULT_BASE_URL),
    allowHttp: options.allowHttp ?? false,
    timeoutMs: options.timeoutMs === undefined ? null : checkedTimeout(options.timeoutMs),
    maxRetries,
    userAgent: program === undefined ? ownUserAgent() : `${program} ${ownUserAgent()}`,
    transport: options.transport ?? fetchTransport(),
    traceContext: options.traceContext ?? (() => ({})),
    sleep: options.sleep ?? abortableSleep,
    random: options.random ?? Math.random,
    now: options.now ?? (() => performance.now()),
    redact: redactorOf(apiKey),
  };
}

/** Validates a number of milliseconds for a timer. @throws ConfigurationError */
export function checkedTimeout(ms: number): number {
  if (Number.isFinite(ms) && ms > 0 && ms <= LONGEST_TIMER_MS) return ms;
  throw new ConfigurationError(
    'option_invalid',
    `timeoutMs must be a number of milliseconds above 0 and up to ${LONGEST_TIMER_MS}, not ${ms}.`,
  );
}

/** `postrider/0.1.0 node/20.18.1` */
function ownUserAgent(): string {
  return `postrider/${VERSION} ${runtimeName()}`.trim();
}
