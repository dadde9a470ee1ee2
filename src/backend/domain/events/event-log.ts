import { sql } from 'kysely';
import * as z from 'zod';
import type { EventType, PostriderEvent } from '../../../contract/events/events.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { RequestRefused } from '../../operations/refusal.js';
import { type Looked, lastLookedAt, lookThrough } from '../../store/look-through.js';
import type { Queries } from '../../store/store.js';

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
  const { rows, lookedUpTo } = await lookThrough(1, async (most) => {
    const first = await lastLookedAt(backwards, most);
    const before = backwards
      .where('type', 'in', [...types])
      .where('seq', '>=', first?.seq ?? 0)
      .offset(count)
      .limit(1);
    return { rows: await before.execute(), lookedUpTo: first?.seq ?? null };
  });
  return rows[0]?.seq ?? lookedUpTo ?? 0;
}

/** Oldest first. */
export async function readEvents(db: Queries, range: EventRange): Promise<EventBatch> {
  const { workspaceId, after, types, limit } = range;
  const last = await lastEvent(db);
  if (last <= after || types.length === 0) {
    return { events: [], position: Math.max(last, after), more: false };
  }
  const { rows, lookedUpTo } = await lookThrough(limit + 1, (most) => eventsAfter(db, range, last, most));
  const upTo = lookedUpTo ?? last;
  const page = rows.slice(0, limit);
  const isFull = rows.length > limit;
  return {
    events: page.map((row) => viewEvent(row, workspaceId)),
    position: isFull ? (page.at(-1)?.seq ?? after) : upTo,
    more: isFull || upTo < last,
  };
}

async function eventsAfter(
  db: Queries,
  { workspaceId, after, types, limit }: EventRange,
  last: number,
  most: number,
): Promise<Looked<StoredEvent & { readonly seq: number }, number>> {
  const log = db
    .selectFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq');
  const furthest = await lastLookedAt(log.select('seq'), most);
  const rows = await log
    .select(['seq', 'id', 'type', 'data_json', 'created_at'])
    .where('seq', '<=', furthest?.seq ?? last)
    .where('type', 'in', [...types])
    .limit(limit + 1)
    .execute();
  return { rows, lookedUpTo: furthest?.seq ?? null };
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

/**
 * Whoever goes on from a place must not miss anything without knowing.
 *
 * @param after number of the last event that is known already
 * @throws RequestRefused `cursor_expired` where events after it were forgotten
 */
export async function refuseForgotten(db: Queries, workspaceId: string, after: number): Promise<void> {
  const forgotten = await db
    .selectFrom('forgotten_events')
    .select('last_seq')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!forgotten || after >= forgotten.last_seq) return;
  throw new RequestRefused(
    'cursor_expired',
    'Events after this cursor are not kept any more: some were missed. Read what you follow anew (GET /v1/posts, /v1/comments, /v1/conversations), then go on with `start=oldest` and no cursor.',
  );
}
