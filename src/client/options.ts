import { DEFAULT_BASE_URL, parseBaseUrl } from './base-url.js';
import { ConfigurationError } from './errors.js';
import { redactorOf } from './redact.js';
import type { ResponseMeta } from './response-meta.js';
import { settingOf } from './settings.js';
import type { Transport } from './transport.js';
import { UndiciTransport } from './undici-transport.js';
import { defaultUserAgent } from './user-agent.js';
import { abortableSleep, type Sleep } from './waiting.js';

/** How a client is made. Empty strings and unfilled `${VAR}`s count as unset. */
export interface ClientOptions {
  /** The API key (`postrider_api_…`). Without one only public operations can be called. */
  readonly apiKey?: string | undefined;
  /** Where the backend is, with any path before `/v1`; `http://127.0.0.1:4747` when unset. */
  readonly baseUrl?: string | undefined;
  /** Let the key go over plain HTTP to other hosts than this machine: for service containers and the like. */
  readonly allowHttp?: boolean | undefined;
  /** Milliseconds that one call may take, retries included; 45,000 when unset. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again after a failure that may pass; 2 when unset. */
  readonly maxRetries?: number | undefined;
  /** Name of the calling program, put before ours in `User-Agent`: `my-app/1.2`. */
  readonly userAgent?: string | undefined;
  /** How requests reach the backend; over the network with undici when unset. */
  readonly transport?: Transport | undefined;
  /** Waits between attempts; for tests. It rejects when the signal fires. */
  readonly sleep?: Sleep | undefined;
  /** A number from 0 up to 1 for the jitter; for tests. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds of a clock that never goes back; for tests. */
  readonly now?: (() => number) | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, also while it waits between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for this call, retries included; the client's `timeoutMs` when unset. */
  readonly timeoutMs?: number | undefined;
  /** Further headers, such as `X-Request-Id`. The client's own cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Told what each answer says beside its data, refusals among them, before the call ends. */
  readonly onAnswer?: ((meta: ResponseMeta) => void) | undefined;
}

/** What calls take that are safe to repeat under one key. */
export interface KeyedCallOptions extends CallOptions {
  /** 1 to 255 characters; the same call with the same key acts once within 24 hours. Made up when unset. */
  readonly idempotencyKey?: string | undefined;
}

/** A client's settings, checked and complete. */
export interface Configuration {
  readonly apiKey: string | null;
  readonly baseUrl: URL;
  readonly allowHttp: boolean;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}

const DEFAULT_TIMEOUT_MS = 45_000;
const DEFAULT_MAX_RETRIES = 2;

/** The longest that a timer can run, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const HEADER_TEXT = /^[ -~]*$/;

/** Checks the options and fills in what they leave out. @throws ConfigurationError */
export function configure(options: ClientOptions): Configuration {
  const apiKey = settingOf(options.apiKey) ?? null;
  if (apiKey !== null && !/^[!-~]+$/.test(apiKey)) {
    throw new ConfigurationError(
      'key_unusable',
      'The API key holds blanks or characters that no key has. Copy it again (apiKey or POSTRIDER_API_KEY).',
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
    timeoutMs: checkedTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    maxRetries,
    userAgent: program === undefined ? defaultUserAgent() : `${program} ${defaultUserAgent()}`,
    transport: options.transport ?? new UndiciTransport(),
    sleep: options.sleep ?? abortableSleep,
    random: options.random ?? Math.random,
    now: options.now ?? (() => performance.now()),
    redact: redactorOf(apiKey),
  };
}

/** The number of milliseconds, where a timer can be set to it. @throws ConfigurationError */
export function checkedTimeout(ms: number): number {
  if (Number.isFinite(ms) && ms > 0 && ms <= LONGEST_TIMER_MS) return ms;
  throw new ConfigurationError(
    'option_invalid',
    `timeoutMs must be a number of milliseconds above 0 and up to ${LONGEST_TIMER_MS}, not ${ms}.`,
  );
}
