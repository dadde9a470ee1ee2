import type { AccountMetrics } from '../../../contract/insights/insights.js';

const DAY_MS = 24 * 60 * 60_000;

/** One count for each day from the first to the last; null for days on which nothing was read. */
export function daysWithGaps(followers: AccountMetrics['followers']): (number | null)[] {
  const dayOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  const counts = new Map(followers.map(({ day, count }) => [dayOf(day), count]));
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  if (counts.size === 0) return [];
  return Array.from({ length: last - first + 1 }, (_, day) => counts.get(first + day) ?? null);
}
