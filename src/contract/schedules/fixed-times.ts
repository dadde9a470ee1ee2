import type { Schedule } from './schedules.js';

/** The fixed times of a schedule without a window, the earliest first: `['09:00', '17:00']`. */
export function fixedTimes({ startTime, moreTimes }: Pick<Schedule, 'startTime' | 'moreTimes'>): string[] {
  return [startTime, ...moreTimes].sort();
}
