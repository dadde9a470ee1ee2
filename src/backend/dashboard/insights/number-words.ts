import { withCommas } from '../../../base/english.js';
import type { Metric } from '../../../contract/insights/values.js';

const MINUTE_MS = 60_000;

/** `1,204`; the time that a video was watched as `3 h 20 min`. */
export function countWords(metric: Metric, count: number): string {
  return metric === 'watchMs' ? watchWords(count) : withCommas(count);
}

function watchWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${withCommas(hours)} h ${minutes % 60} min`;
}
