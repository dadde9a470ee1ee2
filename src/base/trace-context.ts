/** The place of a span in its trace, as it travels between processes (W3C Trace Context). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly sampled: boolean;
  /** What other systems carry along, as the header `tracestate` has it; empty: nothing. */
  readonly state: string;
}

const VERSION_LENGTH = 2;
const TRACE_ID_LENGTH = 32;
const SPAN_ID_LENGTH = 16;
/** Version, trace id, parent id and flags, joined by hyphens. */
const TRACEPARENT_LENGTH = 55;
/** Limits of https://www.w3.org/TR/trace-context/#tracestate-header. */
const MAX_STATE_LENGTH = 512;
const MAX_STATE_MEMBERS = 32;

const TRACEPARENT = new RegExp(
  `^([0-9a-f]{${VERSION_LENGTH}})-([0-9a-f]{${TRACE_ID_LENGTH}})-([0-9a-f]{${SPAN_ID_LENGTH}})-([0-9a-f]{2})(-|$)`,
);
const STATE_KEY = /^[a-z0-9][a-z0-9_*/@-]{0,255}$/;
/** Printable ASCII except comma and equals sign. */
const STATE_VALUE = /^[ -+\--<>-~]{1,256}$/;

/**
 * Reads the headers `traceparent` and `tracestate`. Null where there is no valid `traceparent`. A later version of the
 * header may be longer; what this one defines is read from it. An invalid `tracestate` is dropped.
 */
export function readTraceContext(
  traceparent: string | undefined,
  tracestate: string | undefined,
): TraceContext | null {
  // A later version may append fields, but no header that anybody means is this long.
  if (traceparent === undefined || traceparent.length > MAX_STATE_LENGTH) return null;
  const [, version, traceId, spanId, flags, end] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
    return null;
  if (version === 'ff' || (version === '00' && traceparent.length !== TRACEPARENT_LENGTH)) return null;
  if (end === '-' && traceparent.length === TRACEPARENT_LENGTH + 1) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  const sampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, sampled, state: readState(tracestate) };
}

const isZero = (id: string): boolean => /^0+$/.test(id);

function readState(tracestate: string | undefined): string {
  if (tracestate === undefined || tracestate.length > MAX_STATE_LENGTH) return '';
  const members = tracestate
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  if (members.length > MAX_STATE_MEMBERS) return '';
  const keys = members.map((member) => member.slice(0, Math.max(0, member.indexOf('='))));
  const areValid = members.every(
    (member, place) =>
      STATE_KEY.test(keys[place] ?? '') && STATE_VALUE.test(member.slice(member.indexOf('=') + 1)),
  );
  return areValid && new Set(keys).size === keys.length ? members.join(',') : '';
}

/** The headers that continue a trace; none where there is no trace. */
export function traceHeadersOf(context: TraceContext | null | undefined): Record<string, string> {
  if (!context) return {};
  const { state } = context;
  return { traceparent: traceparentOf(context), ...(state !== '' && { tracestate: state }) };
}

/** The header `traceparent` of what a span sends. */
export function traceparentOf({ traceId, spanId, sampled }: Omit<TraceContext, 'state'>): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
