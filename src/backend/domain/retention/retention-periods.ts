/** How long is kept what only grows, in days; null: for ever. Posts, and what people wrote, are always kept. */
export interface RetentionDays {
  /** The event log, which readers go through by cursor. */
  readonly events: number | null;
  /** What was sent to webhooks, once it has arrived or was given up. */
  readonly deliveries: number | null;
  /** Which key called what. */
  readonly activity: number | null;
}

export const DEFAULT_RETENTION_DAYS: RetentionDays = { events: 30, deliveries: 30, activity: 90 };

/** Calls that only read are forgotten after so long, in days. */
export const READ_RETENTION_DAYS = 30;

/**
 * What lay at a simulated network before there was a post is forgotten after so long, in days: longer than any of
 * them takes it up again. A container of Meta's lives 24 hours, a session of YouTube's some days.
 */
export const UPLOAD_RETENTION_DAYS = 7;

export const DAY_MS = 24 * 60 * 60 * 1000;
