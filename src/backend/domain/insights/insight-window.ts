import { METRIC_WINDOWS, type MetricWindow, WINDOW_HOURS } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import { hasReached, hoursOf, plainPostOn } from './reading-plan.js';

/** Without posts. */
const DEFAULT_WINDOW: MetricWindow = '7d';

/** The greatest age, of those at which all of the networks are read, that a post has reached. */
export function newestWindow(
  networks: readonly Platform[],
  publishedAt: number | null,
  now: number,
): MetricWindow {
  if (publishedAt === null) return DEFAULT_WINDOW;
  const common = METRIC_WINDOWS.filter((window) =>
    networks.every((platform) => feedHours(platform).includes(WINDOW_HOURS[window])),
  );
  return common.findLast((window) => hasReached(publishedAt, window, now)) ?? common[0] ?? DEFAULT_WINDOW;
}

const feedHours = (platform: Platform): readonly number[] => hoursOf(plainPostOn(platform));

/** The smallest age, from a day on, at which the numbers of all of the networks are final. */
export function finalWindow(networks: readonly Platform[]): MetricWindow {
  const isFinal = (window: MetricWindow) =>
    WINDOW_HOURS[window] >= WINDOW_HOURS['24h'] &&
    networks.every(
      (platform) =>
        feedHours(platform).includes(WINDOW_HOURS[window]) &&
        !RULES[platform].metrics?.provisional.value.includes(window),
    );
  return METRIC_WINDOWS.find(isFinal) ?? DEFAULT_WINDOW;
}
