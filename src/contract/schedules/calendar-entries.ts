/** What the dashboard's calendar page is sent to draw: no part of the API, but known on both sides of the wire. */

/** A post, an open slot, or the present moment, on the clock of the workspace's zone. */
export interface CalendarEntry {
  readonly id: string;
  readonly kind: 'post' | 'slot' | 'now';
  /** `2026-12-01T09:00:00` as a clock in the workspace's zone shows it, without an offset. */
  readonly start: string;
  /** Where its box ends, on the same day: a moment has no length, and its words need room. */
  readonly end: string;
  /** How it is coloured: the tone of its status. */
  readonly tone: string;
  /** A link with its time and words: HTML that is escaped. */
  readonly html: string;
  /** What moving it takes; null where dragging it cannot. */
  readonly move: { readonly postId: string; readonly version: number } | null;
}

export interface CalendarEntries {
  /** The present moment on the clock of the workspace's zone: `2026-12-01T09:00:00`. */
  readonly now: string;
  /** In the order of time. */
  readonly entries: readonly CalendarEntry[];
}
