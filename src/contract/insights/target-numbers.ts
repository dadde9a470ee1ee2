import type { TargetMetrics } from './metrics.js';
import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
  type MissingReason,
  missingWords,
} from './values.js';

/** What tools, the command line and the dashboard show of a target’s numbers. */
export interface TargetNumbers {
  /** The ages at which it was read, or should have been. */
  readonly read: readonly MetricWindow[];
  /** What its network gives. */
  readonly given: readonly Metric[];
  /** What its network does not give. */
  readonly others: readonly Metric[];
  /** Why numbers are missing that its network gives. */
  readonly reasons: readonly MissingReason[];
}

export function numbersOf({ windows, definitions }: TargetMetrics): TargetNumbers {
  const given = METRICS.filter((metric) => definitions[metric] !== undefined);
  const missing = Object.values(windows).flatMap((reading) =>
    given.flatMap((metric) => reading?.missing[metric] ?? []),
  );
  return {
    read: METRIC_WINDOWS.filter((window) => windows[window] !== undefined),
    given,
    others: METRICS.filter((metric) => definitions[metric] === undefined),
    reasons: [...new Set(missing)],
  };
}

/** A number at an age, or in words why there is none. */
export function numberAt(
  { windows }: Pick<TargetMetrics, 'windows'>,
  window: MetricWindow,
  metric: Metric,
): number | string {
  const reading = windows[window];
  return reading?.[metric] ?? missingWords(reading?.missing[metric] ?? 'not_given');
}
