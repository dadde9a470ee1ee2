import { randomUUID } from 'node:crypto';
import { VERSION } from '../../../../version.js';
import type { Clock } from '../../../base/clock.js';
import type { Figures } from '../../../base/figures.js';
import type { Log } from '../../../base/log.js';
import { samplerOf } from '../../../base/tracing/sampler.js';
import { Tracer } from '../../../base/tracing/tracer.js';
import type { Role } from '../../role.js';
import { SpanExporter } from './span-exporter.js';
import type { TraceSettings } from './trace-settings.js';

export interface TracingDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly figures: Figures;
  readonly random: () => number;
  readonly role: Role;
}

export interface Tracing {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 10_000;
/** How long a shutdown waits for the collector, in milliseconds. */
const CLOSE_PATIENCE_MS = 500;

/** Starts to record what a backend does, and to send it to a collector. */
export function startTracing(settings: TraceSettings, dependencies: TracingDependencies): Tracing {
  const { url, headers = {}, serviceName = 'postrider', resource = {} } = settings;
  const {
    sampler = 'parentbased_always_on',
    ratio = 1,
    timeoutMs = REQUEST_TIMEOUT_MS,
    warnings = [],
  } = settings;
  const { clock, log, figures, random, role } = dependencies;
  for (const warning of warnings) log.warn(warning);
  const exporter = new SpanExporter({
    ...{ url, headers, timeoutMs, clock, log, random },
    spans: figures.spans,
    resource: {
      ...resource,
      'service.name': serviceName,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      'postrider.role': role,
    },
  });
  const tracer = new Tracer({ clock, sampler: samplerOf(sampler, ratio), onEnd: exporter.add });
  return { tracer, close: () => exporter.close(CLOSE_PATIENCE_MS) };
}
