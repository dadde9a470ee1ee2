import type { TraceContext } from '../../../base/trace-context.js';

/** Decides whether a trace is recorded, before anything of it is. */
export type Sampler = (traceId: string, parent: TraceContext | null) => boolean;

type RootSamplerName = 'always_on' | 'always_off' | 'traceidratio';

/** The values of `OTEL_TRACES_SAMPLER` that are known. */
export type SamplerName = RootSamplerName | `parentbased_${RootSamplerName}`;

const PARENT_BASED = 'parentbased_';
/**
 * The hexadecimal digits of a trace id that decide. Its last 56 bits are random (W3C Trace Context, level 2); a number
 * holds 52 of them exactly.
 */
const RANDOM_DIGITS = [-14, -1] as const;
const RANDOM_VALUES = 2 ** 52;

/**
 * The sampler of a name. One that is `parentbased` does as the caller has decided, and decides where there is none.
 *
 * @param ratio the part of traces that a `traceidratio` records, from 0 to 1
 */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (!name.startsWith(PARENT_BASED)) return rootSampler(name, ratio);
  const forRoots = rootSampler(name.slice(PARENT_BASED.length), ratio);
  return (traceId, parent) => parent?.sampled ?? forRoots(traceId, null);
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return () => false;
  if (name === 'always_on') return () => true;
  // All services that sample by the trace id keep the same traces.
  const threshold = (1 - ratio) * RANDOM_VALUES;
  return (traceId) => Number.parseInt(traceId.slice(...RANDOM_DIGITS), 16) >= threshold;
}
