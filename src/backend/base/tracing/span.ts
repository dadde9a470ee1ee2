import type { TraceContext } from '../../../base/trace-context.js';

/** The kinds of spans (OpenTelemetry specification, trace API). */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * Facts about a span, under the names of OpenTelemetry's semantic conventions, or below `postrider.`. Never text that
 * somebody wrote, a name, a secret or a query.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What a piece of work can say about itself while it runs. */
export interface Span {
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Another trace that led to this one. */
  link(other: TraceContext): void;
  /** The first call counts. @param type a short word that says how it failed, such as an error's class or a status */
  fail(type: string): void;
}

/** A span that has ended, as it is exported. */
export interface EndedSpan {
  readonly context: TraceContext;
  readonly parent: { readonly spanId: string; readonly isRemote: boolean } | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** Epoch milliseconds, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly links: readonly TraceContext[];
  readonly failed: boolean;
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** Links of one span; more are left out. */
const MAX_LINKS = 8;

export interface SpanStart {
  readonly context: TraceContext;
  readonly parent: EndedSpan['parent'];
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes | undefined;
  /** Epoch milliseconds, with fractions. */
  readonly now: () => number;
  readonly onEnd: (span: EndedSpan) => void;
}

/** A span that is being recorded. */
export class RecordedSpan implements Span {
  readonly #start: SpanStart;
  readonly #startedAt: number;
  readonly #attributes: Record<string, string | number | boolean>;
  readonly #links: TraceContext[] = [];
  #name: string;
  #failed = false;

  constructor(start: SpanStart) {
    this.#start = start;
    this.#name = start.name;
    this.#attributes = { ...start.attributes };
    this.#startedAt = start.now();
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  rename(name: string): void {
    this.#name = name;
  }

  link(other: TraceContext): void {
    if (this.#links.length < MAX_LINKS) this.#links.push(other);
  }

  fail(type: string): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#attributes['error.type'] = type;
  }

  end(): void {
    const { context, parent, kind, now, onEnd } = this.#start;
    onEnd({
      ...{ context, parent, kind },
      name: this.#name,
      startedAt: this.#startedAt,
      endedAt: Math.max(this.#startedAt, now()),
      attributes: this.#attributes,
      links: this.#links,
      failed: this.#failed,
    });
  }
}

const nothing = (): void => undefined;

/** What work gets that belongs to no trace. */
export const NO_SPAN: Span = { set: nothing, rename: nothing, link: nothing, fail: nothing };
