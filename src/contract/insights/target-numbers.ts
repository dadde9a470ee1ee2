import { inSentence } from '../../base/english.js';
import { networkName } from '../platforms.js';
import type { TargetMetrics } from './metrics.js';
import {
  METRIC_NAMES,
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
  /** Which numbers are lower than at an earlier age, as a sentence; null: none. */
  readonly fallen: string | null;
}

export function numbersOf({ windows, definitions, platform }: TargetMetrics): TargetNumbers {
  const given = METRICS.filter((metric) => definitions[metric] !== undefined);
  const missing = Object.values(windows).flatMap((reading) =>
    given.flatMap((metric) => reading?.missing[metric] ?? []),
  );
  const read = METRIC_WINDOWS.filter((window) => windows[window] !== undefined);
  const fallen = given.filter((metric) => hasFallen(read.map((window) => windows[window]?.[metric] ?? null)));
  return {
    read,
    given,
    others: METRICS.filter((metric) => definitions[metric] === undefined),
    reasons: [...new Set(missing)],
    fallen: fallen.length === 0 ? null : fallenWords(networkName(platform), fallen),
  };
}

/** @param counts youngest age first; null where none is known */
function hasFallen(counts: readonly (number | null)[]): boolean {
  const known = counts.filter((count) => count !== null);
  return known.some((count, place) => count < (known[place - 1] ?? 0));
}

function fallenWords(network: string, metrics: readonly Metric[]): string {
  const [first = '', ...others] = metrics.map((metric) => METRIC_NAMES[metric]);
  const names = inSentence([first, ...others.map((name) => name.toLowerCase())], 'and');
  return `${names} fell: ${network} counts fewer than before, as when people take likes back or accounts are deleted.`;
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
