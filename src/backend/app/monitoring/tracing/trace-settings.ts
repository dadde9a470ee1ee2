import type { SamplerName } from '../../../base/tracing/sampler.js';

/** Where traces are sent, and which. */
export interface TraceSettings {
  /** The address that takes spans as OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** Headers that the collector wants, such as a key. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `service.name` of the resource. Default: `postrider`. */
  readonly serviceName?: string;
  /** Further attributes of the resource. */
  readonly resource?: Readonly<Record<string, string>>;
  /** Default: `parentbased_always_on`. */
  readonly sampler?: SamplerName;
  /** The part of traces that a ratio sampler records, from 0 to 1. Default: 1. */
  readonly ratio?: number;
  /** How long one request to the collector may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** What of the settings was ignored, in sentences for the log. */
  readonly warnings?: readonly string[];
}
