import { type ExpressionBuilder, sql } from 'kysely';
import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Operation } from '../../../contract/operation.js';
import { OPERATIONS } from '../../../contract/operations.js';
import type { ActivityEntry, ActivityPage, ActivityResult } from '../../../contract/service/activity.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { listedRange } from '../../operations/listed-range.js';
import { boundedScan, lastScannedRow } from '../../store/queries/bounded-scan.js';
import { contains } from '../../store/queries/contains.js';
import { pageRows } from '../../store/queries/page-rows.js';
import type { Tables } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import type { CallLog } from './call-log.js';

const Position = z.tuple([z.number().int()]);

/** Who called what, and with which result. */
export function activityHandlers(calls: CallLog): Pick<Handlers, 'activity.list'> {
  return {
    'activity.list': async (call) => {
      await calls.settled();
      return listActivity(call);
    },
  };
}

async function listActivity({ query, caller, services }: Call<'activity.list'>): Promise<ActivityPage> {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const order = query.order ?? 'desc';
  // The cursor does not depend on the filters, so that a list can continue from any entry's own cursor.
  const list = ['activity', caller.workspace.id];
  const after = readCursor(list, query.cursor, Position)?.[0];
  const found = await find(services.store.db, {
    query,
    workspaceId: caller.workspace.id,
    timezone: caller.workspace.timezone,
    order,
    after,
    limit: limit + 1,
  });
  const placeOf = ({ seq }: Row) => [seq] as const;
  const page = pageRows<Row, readonly [number]>(found, { limit, placeOf });
  const items = page.rows.map((row) => viewEntry(row, caller, writeCursor(list, [row.seq])));
  return listPage(list, page, placeOf, items);
}

interface Wanted {
  readonly query: Call<'activity.list'>['query'];
  readonly workspaceId: string;
  readonly timezone: string;
  readonly order: 'asc' | 'desc';
  readonly after: number | undefined;
  readonly limit: number;
}

type Row = Awaited<ReturnType<typeof find>>['rows'][number];

function find(db: Queries, wanted: Wanted) {
  return boundedScan(wanted.limit, (most) => entriesAmong(db, wanted, most));
}

async function entriesAmong(
  db: Queries,
  { query, workspaceId, timezone, order, after, limit }: Wanted,
  most: number,
) {
  const range = listedRange(query, timezone);
  const operations = query.operation?.split(',').map((name) => name.trim());
  const last = await lastScannedRow(walked(db, { query, workspaceId, order, after }), most);
  let rows = db
    .selectFrom('activity')
    .leftJoin('api_keys', 'api_keys.id', 'activity.api_key_id')
    .selectAll('activity')
    .select(['api_keys.label as key_label', 'api_keys.prefix as key_prefix'])
    .select((row) => lastExcerpt(row).as('text_then'))
    .where('activity.workspace_id', '=', workspaceId);
  if (after !== undefined) rows = rows.where('seq', order === 'asc' ? '>' : '<', after);
  if (last) rows = rows.where('seq', order === 'asc' ? '<=' : '>=', last.seq);
  if (query.keyId !== undefined) rows = rows.where('api_key_id', '=', query.keyId);
  if (operations) rows = rows.where('operation', 'in', operations);
  if (query.tool !== undefined) rows = rows.where('tool', '=', query.tool);
  if (query.objectId !== undefined) rows = rows.where('object_id', '=', query.objectId);
  if (query.kind?.length) rows = rows.where('activity.kind', 'in', query.kind);
  if (query.result?.length) {
    const { result } = query;
    rows = rows.where((where) => where.or(result.map((one) => sql<boolean>`${RESULT_CONDITIONS[one]}`)));
  }
  if (query.text !== undefined) {
    const { text } = query;
    rows = rows.where(sql<boolean>`(${contains('summary', text)} or code = ${text} or request_id = ${text})`);
  }
  if (range) {
    rows = rows.where('activity.created_at', '>=', range.from).where('activity.created_at', '<', range.to);
  }
  return {
    rows: await rows.orderBy('seq', order).limit(limit).execute(),
    scannedUpTo: last && ([last.seq] as const),
  };
}

/** What the last change of the object at or before an entry left: what a call read that changed nothing. */
function lastExcerpt(row: ExpressionBuilder<Tables, 'activity'>) {
  return row
    .selectFrom('activity as earlier')
    .select('earlier.excerpt')
    .whereRef('earlier.workspace_id', '=', 'activity.workspace_id')
    .whereRef('earlier.object_id', '=', 'activity.object_id')
    .whereRef('earlier.seq', '<=', 'activity.seq')
    .where('earlier.excerpt', 'is not', null)
    .orderBy('earlier.seq', 'desc')
    .limit(1);
}

/** The rows to scan: the whole log, or the entries of one object. */
function walked(
  db: Queries,
  { query, workspaceId, order, after }: Pick<Wanted, 'query' | 'workspaceId' | 'order' | 'after'>,
) {
  let places = db.selectFrom('activity').select('seq').where('workspace_id', '=', workspaceId);
  if (query.objectId !== undefined) places = places.where('object_id', '=', query.objectId);
  if (after !== undefined) places = places.where('seq', order === 'asc' ? '>' : '<', after);
  return places.orderBy('seq', order);
}

/** The condition for each result. */
const RESULT_CONDITIONS: Readonly<Record<ActivityResult, ReturnType<typeof sql>>> = {
  done: sql`code is null`,
  refused: sql`(code is not null and status < 500)`,
  failed: sql`(code is not null and status >= 500)`,
};

function viewEntry(row: Row, { key }: Call<'activity.list'>['caller'], cursor: string): ActivityEntry {
  const operation = operationNamed(row.operation);
  const status = row.status ?? operation?.status ?? 200;
  return {
    id: `act_${String(row.seq).padStart(9, '0')}`,
    at: new Date(row.created_at).toISOString(),
    key:
      row.key_label === null || row.key_prefix === null
        ? null
        : { id: row.api_key_id, label: row.key_label, prefix: row.key_prefix },
    tool: row.tool,
    operation: row.operation,
    route: operation ? `${operation.method} ${operation.path}` : row.operation,
    kind: row.kind,
    objectId: row.object_id,
    excerpt: key.scopes.has('posts:read') ? row.text_then : null,
    result: row.code === null ? 'done' : status >= 500 ? 'failed' : 'refused',
    status,
    code: row.code,
    summary: row.summary,
    requestId: row.request_id,
    cursor,
  };
}

function operationNamed(id: string): Operation | undefined {
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  return Object.hasOwn(operations, id) ? operations[id] : undefined;
}
