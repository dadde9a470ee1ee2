/** How long to keep logs, in days; null keeps them forever. Posts, comments and messages are always kept. */
export interface RetentionDays {
  /** The event log. */
  readonly events: number | null;
  /** Webhook deliveries that succeeded or were given up. */
  readonly deliveries: number | null;
  /** Activity: which key called what. */
  readonly activity: number | null;
}

export const DEFAULT_RETENTION_DAYS: RetentionDays = { events: 30, deliveries: 30, activity: 90 };

/** How long to keep activity of calls that only read, in days. */
export const READ_RETENTION_DAYS = 30;

/**
 * How long a simulated network keeps uploads without a post, in days: longer than any real network does. A Meta
 * container lives 24 hours, a YouTube upload session a few days.
 */
export const UPLOAD_RETENTION_DAYS = 7;

export const DAY_MS = 24 * 60 * 60 * 1000;
