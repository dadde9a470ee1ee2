import {
  COMPARED_METRICS,
  type ComparedMetric,
  type MetricWindow,
} from '../../../contract/insights/values.js';

/** The times that the page offers. */
export const INSIGHT_RANGES = [
  { days: 7, words: 'Last 7 days' },
  { days: 28, words: 'Last 28 days' },
  { days: 90, words: 'Last 90 days' },
  { days: 365, words: 'Last 365 days' },
] as const;

/** The ages that the page offers: those at which every network but for its stories is read. */
export const INSIGHT_AGES = ['1h', '24h', '3d', '7d', '28d'] as const satisfies readonly MetricWindow[];

const DEFAULT_DAYS = 28;

export interface InsightFilter {
  readonly days: number;
  /** Null: all accounts. */
  readonly accountId: string | null;
  /** Null: interactions. */
  readonly metric: ComparedMetric | null;
  /** Null: the greatest age that all posts have reached. */
  readonly window: MetricWindow | null;
}

/** The filter of an address. What is not offered counts as not chosen. */
export function insightFilterOf(query: URLSearchParams): InsightFilter {
  const days = Number(query.get('days'));
  return {
    days: INSIGHT_RANGES.find((range) => range.days === days)?.days ?? DEFAULT_DAYS,
    accountId: query.get('account') || null,
    metric: COMPARED_METRICS.find((metric) => metric === query.get('metric')) ?? null,
    window: INSIGHT_AGES.find((window) => window === query.get('window')) ?? null,
  };
}
