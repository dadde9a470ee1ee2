import { type Insertable, sql } from 'kysely';
import type { EventType } from '../../contract/events/events.js';
import type { IdSource } from '../base/ids.js';
import { labelsOfPosts } from './labels-of-posts.js';
import { actorsIn, actorsOfPosts } from './post-actors.js';
import { jsonRows } from './queries/in-list.js';
import { insertRows } from './queries/prepared.js';
import type { Write } from './store.js';
import type { EventRow } from './tables/event-rows.js';

export interface NewEvent {
  readonly workspaceId: string;
  readonly type: EventType;
  /** The object it is about. */
  readonly objectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: number;
}

/** Records an event in the transaction of its change. */
export async function recordEvent(trx: Write, ids: IdSource, event: NewEvent): Promise<void> {
  const rows = (await withPostFacts(trx, [event])).map((one) => eventRow(ids, one));
  await insertRows(trx, 'events', rows);
}

/** Records events in order, with a single statement. */
export async function recordEvents(trx: Write, ids: IdSource, events: readonly NewEvent[]): Promise<void> {
  const [first, ...more] = events;
  if (!first) return;
  if (more.length === 0) return recordEvent(trx, ids, first);
  const rows = (await withPostFacts(trx, events)).map((event) => {
    const { id, workspace_id, type, object_id, data_json, created_at } = eventRow(ids, event);
    return [id, workspace_id, type, object_id, data_json, created_at];
  });
  // Sorted by position, so that sequence numbers follow the order of the events.
  await sql`insert into events (id, workspace_id, type, object_id, data_json, created_at)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, cast(value ->> 5 as bigint)
    from json_each(${jsonRows(rows)}) order by cast(key as bigint)`.execute(trx);
}

/** Events of posts name the labels that the post has then; where they tell its status, who is responsible for it. */
async function withPostFacts(trx: Write, events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
  const isOfPost = ({ type, data }: NewEvent) => type.startsWith('post.') && data['labels'] === undefined;
  const ofPosts = events.filter(isOfPost);
  if (ofPosts.length === 0) return events;
  const tellsStatus = ({ data }: NewEvent) => typeof data['status'] === 'string';
  const labels = await labelsOfPosts(trx, idsOf(ofPosts));
  const actors = await actorsOfPosts(trx, idsOf(ofPosts.filter(tellsStatus)));
  return events.map((event) => {
    if (!isOfPost(event)) return event;
    const { objectId, data } = event;
    const by = tellsStatus(event) ? actorsIn(String(data['status']), actors.get(objectId)) : {};
    return { ...event, data: { ...data, labels: labels.get(objectId) ?? [], ...by } };
  });
}

const idsOf = (events: readonly NewEvent[]): string[] => [...new Set(events.map(({ objectId }) => objectId))];

function eventRow(ids: IdSource, event: NewEvent): Insertable<EventRow> {
  return {
    id: ids.next('event', event.now),
    workspace_id: event.workspaceId,
    type: event.type,
    object_id: event.objectId,
    data_json: JSON.stringify(event.data),
    created_at: event.now,
  };
}

/**
 * Records `post.scheduled`.
 *
 * @param dueAt workspace time at which the first target is due
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
