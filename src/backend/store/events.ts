import type { EventType } from '../../contract/events.js';
import type { IdSource } from '../ids.js';
import { insertRows } from './prepared.js';
import type { Write } from './store.js';

export interface NewEvent {
  readonly workspaceId: string;
  readonly type: EventType;
  /** What it happened to. */
  readonly objectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: number;
}

/** Writes an event in the transaction of the change that it tells of. */
export async function recordEvent(trx: Write, ids: IdSource, event: NewEvent): Promise<void> {
  await insertRows(trx, 'events', [
    {
      id: ids.next('event', event.now),
      workspace_id: event.workspaceId,
      type: event.type,
      object_id: event.objectId,
      data_json: JSON.stringify(event.data),
      created_at: event.now,
    },
  ]);
}

/**
 * Tells that a post was given a time.
 *
 * @param dueAt workspace time at which the first of its targets goes out
 */
export function recordPostScheduled(
  trx: Write,
  ids: IdSource,
  post: { readonly id: string; readonly workspace_id: string },
  dueAt: number,
  now: number,
): Promise<void> {
  return recordEvent(trx, ids, {
    workspaceId: post.workspace_id,
    type: 'post.scheduled',
    objectId: post.id,
    data: { postId: post.id, status: 'scheduled', scheduledAt: new Date(dueAt).toISOString() },
    now,
  });
}
