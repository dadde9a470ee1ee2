import type { Clock } from './clock.js';
import type { IdSource } from './ids.js';

/** The time and the ids of new rows. */
export interface ClockAndIds {
  readonly clock: Clock;
  readonly ids: IdSource;
}
