import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type TraceContext, traceparentOf } from '../../../base/trace-context.js';
import type { Clock } from '../clock.js';
import type { Sampler } from './sampler.js';
import { type EndedSpan, NO_SPAN, RecordedSpan, type Span, type SpanOptions } from './span.js';

/** A place in a trace, and the tracer that records what happens below it. */
interface Position {
  readonly context: TraceContext;
  /** The request or job that this is a part of, which links name. */
  readonly entry: TraceContext;
  readonly tracer: Tracer;
  /** What a span has started and left behind, such as a timer, is no part of it any more. */
  isOpen: boolean;
}

const positions = new AsyncLocalStorage<Position | undefined>();

/**
 * Whether any backend of this process traces. Before that nothing enters the storage: on Node 20, a storage that is in
 * use makes every promise slower.
 */
let isInUse = false;

const position = (): Position | undefined => (isInUse ? positions.getStore() : undefined);

export interface TracerOptions {
  readonly clock: Clock;
  readonly sampler: Sampler;
  /** Receives each span that was recorded. It must not throw or wait. */
  readonly onEnd: (span: EndedSpan) => void;
}

interface RootOptions extends SpanOptions {
  /** Where the trace comes from; null: this is its beginning. */
  readonly parent?: TraceContext | null;
}

type Work<Result> = (span: Span) => Promise<Result>;

/** Records what one backend does. */
export class Tracer {
  readonly #options: TracerOptions;

  constructor(options: TracerOptions) {
    this.#options = options;
    isInUse = true;
  }

  /** Runs work as a span that another process has caused, or nobody. */
  root<Result>(name: string, options: RootOptions, work: Work<Result>): Promise<Result> {
    const { parent = null } = options;
    const traceId = parent?.traceId ?? newId(16);
    const sampled = this.#options.sampler(traceId, parent);
    const context = { traceId, spanId: newId(8), sampled, state: parent?.state ?? '' };
    const place = { context, entry: context, parent: parent && { spanId: parent.spanId, isRemote: true } };
    return this.#run(place, name, options, work);
  }

  /** Runs work as a part of a span of this backend. @param entry what links name; default: the new span */
  child<Result>(
    of: TraceContext,
    name: string,
    options: SpanOptions,
    work: Work<Result>,
    entry?: TraceContext,
  ): Promise<Result> {
    const context = { ...of, spanId: newId(8) };
    const place = { context, entry: entry ?? context, parent: { spanId: of.spanId, isRemote: false } };
    return this.#run(place, name, options, work);
  }

  async #run<Result>(
    { context, entry, parent }: Pick<Position, 'context' | 'entry'> & Pick<EndedSpan, 'parent'>,
    name: string,
    { kind = 'internal', attributes }: SpanOptions,
    work: Work<Result>,
  ): Promise<Result> {
    const at: Position = { context, entry, tracer: this, isOpen: true };
    if (!context.sampled) return positions.run(at, () => work(NO_SPAN));
    const { clock, onEnd } = this.#options;
    // The wall clock may jump, so it is read once for each span.
    const base = clock.now() - clock.monotonic();
    const now = () => base + clock.monotonic();
    const span = new RecordedSpan({ context, parent, name, kind, attributes, now, onEnd });
    try {
      return await positions.run(at, () => work(span));
    } catch (error) {
      span.fail(error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      at.isOpen = false;
      span.end();
    }
  }
}

/** @param bytes 16 for a trace, 8 for a span */
function newId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex');
  return /[^0]/.test(id) ? id : newId(bytes);
}

/** Runs work as the beginning of a trace, where this backend traces. */
export function inRootSpan<Result>(
  tracer: Tracer | undefined,
  name: string,
  options: RootOptions,
  work: Work<Result>,
): Promise<Result> {
  return tracer ? tracer.root(name, options, work) : work(NO_SPAN);
}

/** Runs work as a part of the span in which it is called; alone where there is none. */
export function inSpan<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  const at = position();
  return at?.isOpen ? at.tracer.child(at.context, name, options, work, at.entry) : work(NO_SPAN);
}

/** The span in which this is called; undefined: none. */
export function currentContext(): TraceContext | undefined {
  return position()?.context;
}

/** Makes work run in the span in which this is called, wherever it is started later. */
export function bound<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  if (!isInUse) return work;
  const at = positions.getStore();
  return (...args) => positions.run(at, () => work(...args));
}

/** Runs work that a span only happens to start, such as the loop of a worker, outside of all spans. */
export function inNoSpan<Result>(work: () => Result): Result {
  return isInUse ? positions.run(undefined, work) : work();
}

/** The headers by which a receiver continues the trace; empty outside of one. */
export function traceHeaders(): { readonly traceparent?: string } {
  const context = currentContext();
  return context ? { traceparent: traceparentOf(context) } : {};
}

/** The request or job in which this is called, to be linked later; null: there is none, or it is not recorded. */
export function recordedTraceparent(): string | null {
  const entry = position()?.entry;
  return entry?.sampled ? traceparentOf(entry) : null;
}

/** The ids of the current span, for log lines: the names of OpenTelemetry for logs that are not OTLP. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const context = currentContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
