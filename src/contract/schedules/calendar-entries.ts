/** What the dashboard's calendar draws. Not part of the API, but shared by the server and the browser. */

/** A post, a proposal, an open slot, several of them, or the current time, in the workspace's time zone. */
export interface CalendarEntry {
  readonly id: string;
  readonly kind: 'post' | 'proposal' | 'slot' | 'group' | 'now';
  /** Local time in the workspace's time zone, without an offset: `2026-12-01T09:00:00`. */
  readonly start: string;
  /** Where its box ends, on the same day. A moment has no length, but its text needs space. */
  readonly end: string;
  /** The tone of its status, which sets the colour. */
  readonly tone: string;
  /** A link with its time and text, as escaped HTML. */
  readonly html: string;
  /** What is needed to move it; null if it cannot be dragged. */
  readonly move: { readonly postId: string; readonly version: number } | null;
}

export interface CalendarEntries {
  /** The current local time in the workspace's time zone: `2026-12-01T09:00:00`. */
  readonly now: string;
  /** The hour to scroll to: a little before the next post. `09:00` */
  readonly next: string;
  /** In chronological order. */
  readonly entries: readonly CalendarEntry[];
}
