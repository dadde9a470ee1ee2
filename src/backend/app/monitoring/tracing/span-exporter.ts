import { withTimeLimit } from '../../../../base/time-limit.js';
import type { Clock } from '../../../base/clock.js';
import type { Counter } from '../../../base/figures.js';
import type { Log } from '../../../base/log.js';
import type { Attributes, EndedSpan } from '../../../base/tracing/span.js';
import { otlpJson } from './otlp-json.js';
import { type SendOutcome, sendSpans } from './send-spans.js';

/** The defaults of a batch span processor (OpenTelemetry specification, trace SDK). */
const MAX_QUEUED_SPANS = 2_048;
const MAX_BATCH_SPANS = 512;
const BATCH_EVERY_MS = 5_000;
/** The pauses before a batch is sent again, doubled each time, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A batch that was sent this often is dropped. */
const MAX_ATTEMPTS = 5;
/** Troubles with the collector are logged this often at most, in milliseconds. */
const LOG_EVERY_MS = 60_000;

export interface SpanExporterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts spans by what became of them. */
  readonly spans: Counter;
  /** In [0, 1), for the jitter of pauses. */
  readonly random: () => number;
  /** Default: those above, in milliseconds. */
  readonly pauses?: { readonly batch: number; readonly first: number };
}

/**
 * Sends spans to a collector in batches. What it holds is bounded: while the collector is away, the oldest spans are
 * dropped and counted. Nothing waits for it.
 */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #queue: EndedSpan[] = [];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | null = null;
  #sending: Promise<void> | null = null;
  #closing = false;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
  }

  /** The spans that wait to be sent. */
  get waiting(): number {
    return this.#queue.length;
  }

  readonly add = (span: EndedSpan): void => {
    if (this.#stopping.signal.aborted) {
      this.#count('dropped', 1);
      return;
    }
    if (this.#queue.length >= MAX_QUEUED_SPANS) {
      this.#queue.shift();
      this.#count('dropped', 1);
    }
    this.#queue.push(span);
    if (this.#queue.length >= MAX_BATCH_SPANS) this.#flush();
    else this.#flushLater();
  };

  /** Sends what waits, for at most this many milliseconds; what is left is dropped. */
  async close(patienceMs: number): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    const patience = setTimeout(() => this.#stopping.abort(), patienceMs);
    this.#wake?.();
    this.#flush();
    await this.#sending;
    clearTimeout(patience);
    this.#stopping.abort();
    this.#count('dropped', this.#queue.splice(0).length);
  }

  #flushLater(): void {
    if (this.#timer !== undefined || this.#sending !== null) return;
    const wait = this.#options.pauses?.batch ?? BATCH_EVERY_MS;
    this.#timer = setTimeout(() => this.#flush(), wait);
    this.#timer.unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending !== null || this.#queue.length === 0) return;
    this.#sending = this.#sendAll()
      .catch((error: unknown) => this.#warn({ err: error }, 'spans could not be written'))
      .finally(() => {
        this.#sending = null;
        if (this.#queue.length > 0 && !this.#stopping.signal.aborted) this.#flushLater();
      });
  }

  async #sendAll(): Promise<void> {
    do {
      await this.#sendBatch(this.#queue.splice(0, MAX_BATCH_SPANS));
    } while (this.#queue.length >= (this.#closing ? 1 : MAX_BATCH_SPANS) && !this.#stopping.signal.aborted);
  }

  async #sendBatch(batch: readonly EndedSpan[]): Promise<void> {
    const { url, headers, resource, timeoutMs, clock } = this.#options;
    const body = otlpJson(batch, resource);
    for (let attempt = 1; ; attempt += 1) {
      const signal = withTimeLimit(timeoutMs, this.#stopping.signal);
      const outcome = await sendSpans({ url, headers, body, signal }, clock.now());
      if (outcome.kind === 'accepted') return this.#accepted(batch.length, outcome);
      this.#warn({ reason: outcome.reason, spans: batch.length }, 'the collector did not take spans');
      const isOver = outcome.kind === 'refused' || attempt === MAX_ATTEMPTS || this.#closing;
      if (isOver || this.#stopping.signal.aborted) return this.#count('failed', batch.length);
      await this.#pause(outcome.retryAfterMs ?? this.#pauseAfter(attempt));
    }
  }

  #accepted(sent: number, { rejected, message }: Extract<SendOutcome, { kind: 'accepted' }>): void {
    const refused = Math.min(rejected, sent);
    this.#count('exported', sent - refused);
    this.#count('rejected', refused);
    if (refused > 0 || message !== '')
      this.#warn({ rejected: refused, collector: message }, 'the collector accepted a part of the spans');
  }

  #pauseAfter(attempt: number): number {
    const first = this.#options.pauses?.first ?? FIRST_PAUSE_MS;
    return Math.min(first * 2 ** (attempt - 1), MAX_PAUSE_MS) * (0.5 + this.#options.random() / 2);
  }

  /** Ends early when the process stops: then the batch is sent once more. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds).unref();
      this.#wake = done;
    });
  }

  #count(outcome: 'exported' | 'dropped' | 'failed' | 'rejected', spans: number): void {
    if (spans > 0) this.#options.spans.add({ outcome }, spans);
  }

  #warn(fields: object, message: string): void {
    const now = this.#options.clock.monotonic();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#options.log.warn(fields, message);
  }
}
