import { sql } from 'kysely';
import * as z from 'zod';
import type { EventType, PostriderEvent } from '../../../contract/events/events.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { fittingItems } from '../../operations/list-page.js';
import { RequestRefused } from '../../operations/refusal.js';
import { boundedScan, lastScannedRow, type Scanned } from '../../store/queries/bounded-scan.js';
import { bytesIn, pageRows } from '../../store/queries/page-rows.js';
import type { Queries } from '../../store/store.js';

/** A range of the log: the events after a position. */
export interface EventRange {
  readonly workspaceId: string;
  /** The number of the last known event; 0: none. */
  readonly after: number;
  readonly types: readonly EventType[];
  readonly limit: number;
}

export interface EventBatch {
  readonly events: readonly PostriderEvent[];
  /** The position up to which the log was read. */
  readonly position: number;
  /** Whether there are more events after it. */
  readonly more: boolean;
}

/** The number of the last event of all workspaces. Events are committed in the order of their numbers. */
export async function lastEvent(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(sql<number | null>`max(seq)`.as('last'))
    .executeTakeFirstOrThrow();
  return row.last ?? 0;
}

/** The position after which the log has the latest `count` events of these types, as far as a bounded scan finds them. */
export async function beforeLatest(
  db: Queries,
  workspaceId: string,
  types: readonly EventType[],
  count: number,
): Promise<number> {
  const newestFirst = db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq', 'desc');
  const { rows, scannedUpTo } = await boundedScan(1, async (most) => {
    const first = await lastScannedRow(newestFirst, most);
    const before = newestFirst
      .where('type', 'in', [...types])
      .where('seq', '>=', first?.seq ?? 0)
      .offset(count)
      .limit(1);
    return { rows: await before.execute(), scannedUpTo: first?.seq ?? null };
  });
  return rows[0]?.seq ?? scannedUpTo ?? 0;
}

/** Reads events, oldest first. */
export async function readEvents(db: Queries, range: EventRange): Promise<EventBatch> {
  const { workspaceId, after, types, limit } = range;
  const last = await lastEvent(db);
  if (last <= after || types.length === 0) {
    return { events: [], position: Math.max(last, after), more: false };
  }
  const found = await boundedScan(limit + 1, (most) => eventsAfter(db, range, last, most));
  const placeOf = ({ seq }: FoundEvent) => seq;
  const page = pageRows(found, { limit, placeOf, bytesOf: ({ bytes }) => bytes });
  const rows = await eventsAt(db, page.rows.map(placeOf));
  const items = rows.map((row) => viewEvent(row, workspaceId));
  const fitting = fittingItems({ ...page, rows }, ({ seq }) => seq, items);
  const position = fitting.next ?? last;
  return { events: fitting.rows.map(({ item }) => item), position, more: position < last };
}

interface FoundEvent {
  readonly seq: number;
  readonly bytes: number;
}

/** In order of their numbers. */
async function eventsAt(db: Queries, numbers: readonly number[]): Promise<readonly StoredEvent[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('events')
    .select(['seq', 'id', 'type', 'data_json', 'created_at'])
    .where('seq', 'in', numbers)
    .orderBy('seq')
    .execute();
}

async function eventsAfter(
  db: Queries,
  { workspaceId, after, types, limit }: EventRange,
  last: number,
  most: number,
): Promise<Scanned<FoundEvent, number>> {
  const log = db
    .selectFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq');
  const scanEnd = await lastScannedRow(log.select('seq'), most);
  const rows = await log
    .select(['seq', bytesIn('data_json').as('bytes')])
    .where('seq', '<=', scanEnd?.seq ?? last)
    .where('type', 'in', [...types])
    .limit(limit + 1)
    .execute();
  return { rows, scannedUpTo: scanEnd?.seq ?? null };
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

/** A position in the log as a cursor. It is valid for any event types. */
export function writePosition(workspaceId: string, seq: number): string {
  return writeCursor(['events', workspaceId], [seq]);
}

/** @throws RequestRefused `cursor_invalid` */
export function readPosition(workspaceId: string, cursor: string | undefined): number | null {
  return readCursor(['events', workspaceId], cursor, Position)?.[0] ?? null;
}

/**
 * Refuses a position after which events have been deleted, so that no reader misses events without noticing.
 *
 * @param after the number of the last known event
 * @throws RequestRefused `cursor_expired`
 */
export async function refuseExpired(db: Queries, workspaceId: string, after: number): Promise<void> {
  const forgotten = await db
    .selectFrom('forgotten_events')
    .select('last_seq')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!forgotten || after >= forgotten.last_seq) return;
  throw new RequestRefused(
    'cursor_expired',
    'Events after this cursor have been deleted, so you have missed some. Read the current state of what you follow (`GET /v1/posts`, `GET /v1/comments`, `GET /v1/conversations`), then continue with `start=oldest` and no cursor.',
  );
}
