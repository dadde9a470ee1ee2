import type { EventType } from '../../../contract/events/events.js';
import type { Store } from '../../store/store.js';
import { type EventBatch, readEvents } from './event-log.js';
import type { EventFeed } from './feed.js';

export interface Following {
  readonly workspaceId: string;
  /** Number of the last event that is known already. */
  readonly after: number;
  /** What the reader may see and wants, asked before each look; null: it may read no more. */
  types(): Promise<readonly EventType[] | null>;
  /** How long nothing may come before an empty batch says that the reader is not forgotten, in milliseconds. */
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

const BATCH = 100;

/**
 * Events as they come, in batches, for streams and for pages that show what happens. Nothing is read ahead: the
 * next batch is read when it is asked for.
 */
export async function* followEvents(
  store: Store,
  feed: EventFeed,
  { workspaceId, after, types, heartbeatMs, signal }: Following,
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
