import { sql } from 'kysely';
import * as z from 'zod';
import type { EventType, PostriderEvent } from '../../contract/events.js';
import { readCursor, writeCursor } from '../http/cursor.js';
import { lastLookedAt } from '../store/look-through.js';
import type { Queries } from '../store/store.js';

/** What is asked of the log: what came after a place in it. */
export interface EventRange {
  readonly workspaceId: string;
  /** Number of the last event that is known already; 0: none. */
  readonly after: number;
  readonly types: readonly EventType[];
  readonly limit: number;
}

export interface EventBatch {
  readonly events: readonly PostriderEvent[];
  /** Up to here the log was looked through. */
  readonly position: number;
  /** There is more after it now. */
  readonly more: boolean;
}

/** Number of the last event of all workspaces; events are committed in the order of their numbers. */
export async function lastEvent(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(sql<number | null>`max(seq)`.as('last'))
    .executeTakeFirstOrThrow();
  return row.last ?? 0;
}

/** The place in the log after which there are so many events of these types, or after which all of them are recent. */
export async function beforeLatest(
  db: Queries,
  workspaceId: string,
  types: readonly EventType[],
  count: number,
): Promise<number> {
  const backwards = db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq', 'desc');
  const first = await lastLookedAt(backwards);
  const row = await backwards
    .where('type', 'in', [...types])
    .where('seq', '>=', first?.seq ?? 0)
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? first?.seq ?? 0;
}

/** Oldest first. */
export async function readEvents(db: Queries, range: EventRange): Promise<EventBatch> {
  const { workspaceId, after, types, limit } = range;
  const last = await lastEvent(db);
  if (last <= after || types.length === 0) {
    return { events: [], position: Math.max(last, after), more: false };
  }
  const furthest = await lastLookedAt(
    db
      .selectFrom('events')
      .select('seq')
      .where('workspace_id', '=', workspaceId)
      .where('seq', '>', after)
      .orderBy('seq'),
  );
  const upTo = furthest?.seq ?? last;
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'id', 'type', 'data_json', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('type', 'in', [...types])
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const isFull = rows.length > limit;
  return {
    events: page.map((row) => viewEvent(row, workspaceId)),
    position: isFull ? (page.at(-1)?.seq ?? after) : upTo,
    more: isFull || upTo < last,
  };
}

interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly data_json: string;
  readonly created_at: number;
}

export function viewEvent(row: StoredEvent, workspaceId: string): PostriderEvent {
  // Only `recordEvent` writes these columns, with a type of the table and its data.
  return {
    id: row.id,
    type: row.type,
    timestamp: new Date(row.created_at).toISOString(),
    data: JSON.parse(row.data_json),
    cursor: writePosition(workspaceId, row.seq),
  } as PostriderEvent;
}

const Position = z.tuple([z.number().int().min(0)]);

/** A place in the log as callers keep it. It holds whatever types are asked for. */
export function writePosition(workspaceId: string, seq: number): string {
  return writeCursor(['events', workspaceId], [seq]);
}

/** @throws RequestRefused `cursor_invalid` */
export function readPosition(workspaceId: string, cursor: string | undefined): number | null {
  return readCursor(['events', workspaceId], cursor, Position)?.[0] ?? null;
}
