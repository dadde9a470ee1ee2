import type { TraceContext } from '../../../../base/trace-context.js';
import { VERSION } from '../../../../version.js';
import type { Attributes, EndedSpan, SpanKind } from '../../../base/tracing/span.js';

/** The numbers of `SpanKind` and `Status.StatusCode` (opentelemetry-proto 1.11, trace/v1/trace.proto). */
const KINDS: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const STATUS_ERROR = 2;

/** Bits of `Span.flags` beside those of the trace: whether the parent is known to be remote, and whether it is. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** Longer attribute values are cut, in UTF-16 units. */
const MAX_VALUE_LENGTH = 256;

/** The version of the semantic conventions that the names of attributes come from. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.37.0';

/**
 * Spans as the JSON form of `ExportTraceServiceRequest`: ids in hexadecimal, 64-bit numbers as strings
 * (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 */
export function otlpJson(spans: readonly EndedSpan[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'postrider', version: VERSION }, spans: spans.map(spanOf) }],
        schemaUrl: SCHEMA_URL,
      },
    ],
  });
}

function spanOf({ context, parent, name, kind, startedAt, endedAt, attributes, links, failed }: EndedSpan) {
  return {
    ...placeOf(context),
    ...(parent && { parentSpanId: parent.spanId }),
    flags: flagsOf(context) | HAS_IS_REMOTE | (parent?.isRemote ? IS_REMOTE : 0),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    ...(links.length > 0 && {
      links: links.map((link) => ({ ...placeOf(link), flags: flagsOf(link) | HAS_IS_REMOTE | IS_REMOTE })),
    }),
    ...(failed && { status: { code: STATUS_ERROR } }),
  };
}

function placeOf({ traceId, spanId, state }: TraceContext) {
  return { traceId, spanId, ...(state !== '' && { traceState: state }) };
}

const flagsOf = ({ sampled }: TraceContext): number => (sampled ? 1 : 0);

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value.slice(0, MAX_VALUE_LENGTH) };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** @param milliseconds since the epoch, with fractions */
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const rest = Math.floor((milliseconds - whole) * 1e6);
  return `${BigInt(whole) * 1_000_000n + BigInt(rest)}`;
}
