import type { Tracer } from '../../base/tracing/tracer.js';
import { tracedWire } from '../../networks/traced-wire.js';
import type { Wire } from '../../networks/wire.js';
import type { BackendOptions } from '../backend-options.js';
import type { Tracing, TracingDependencies } from './tracing/start-tracing.js';

/** Tracing, if it is wanted: only then is its code loaded. */
export async function tracingOf(
  { tracing, random = Math.random, role = 'all' }: BackendOptions,
  dependencies: Pick<TracingDependencies, 'clock' | 'log' | 'figures'>,
): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.js');
  return startTracing(tracing, { ...dependencies, random, role });
}

/** Makes spans of the requests of a wire, where there is a tracer. */
export function tracedWireFor(tracer: Tracer | undefined): (wire: Wire) => Wire {
  return tracer ? tracedWire : (wire) => wire;
}
