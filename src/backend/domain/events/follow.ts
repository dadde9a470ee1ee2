import type { EventType } from '../../../contract/events/events.js';
import type { Store } from '../../store/store.js';
import { type EventBatch, readEvents } from './event-log.js';
import type { EventFeed } from './feed.js';

export interface FollowOptions {
  readonly workspaceId: string;
  /** The number of the last known event. */
  readonly after: number;
  /** The event types to read, determined before each read; null: the reader may read no more. */
  types(): Promise<readonly EventType[] | null>;
  /** After how many milliseconds without events to yield an empty batch as a heartbeat. */
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

const BATCH = 100;

/** Yields events in batches as they happen, for streams and live pages. Reads the next batch only when it is requested. */
export async function* followEvents(
  store: Store,
  feed: EventFeed,
  { workspaceId, after, types, heartbeatMs, signal }: FollowOptions,
): AsyncGenerator<EventBatch, void, undefined> {
  let position = after;
  let waited = false;
  while (!signal.aborted) {
    const wanted = await types();
    if (wanted === null) return;
    const batch = await readEvents(store.db, { workspaceId, after: position, types: wanted, limit: BATCH });
    position = batch.position;
    if (batch.events.length > 0 || waited) {
      waited = false;
      yield batch;
      continue;
    }
    await feed.grown(position, heartbeatMs, signal);
    waited = true;
  }
}
