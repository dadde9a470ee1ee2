import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import {
  lastScannedRow,
  MAX_SCANNED_ARTICLES,
  MAX_SCANNED_ROWS,
  type Scanned,
} from '../../store/queries/bounded-scan.js';
import { contains } from '../../store/queries/contains.js';
import { inList } from '../../store/queries/in-list.js';
import { bytesIn, type PageRows, pageRows, readInOrder } from '../../store/queries/page-rows.js';
import type { Queries, Write } from '../../store/store.js';
import type { SourceRow } from '../../store/tables/source-rows.js';

export interface SourceFilter {
  readonly workspaceId: string;
  /** A case-insensitive search in title and text. */
  readonly text?: string | undefined;
  readonly url?: string | undefined;
  /** The last id of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A source as lists show it, without its text. */
export type SourceSummaryRow = Omit<SourceRow, 'text'>;

const SUMMARY = [
  'id',
  'workspace_id',
  'kind',
  'url',
  'canonical_url',
  'title',
  'facts_json',
  'media_json',
  'created_by_key',
  'created_at',
] as const satisfies readonly (keyof SourceSummaryRow)[];

type SourcePlace = readonly [id: string];

export const placeOf = ({ id }: Pick<SourceRow, 'id'>): SourcePlace => [id];

/** A page of sources, newest first. */
export async function listSources(
  db: Queries,
  filter: SourceFilter,
): Promise<PageRows<SourceSummaryRow, SourcePlace>> {
  const page = pageRows(await findSources(db, filter), {
    limit: filter.limit,
    placeOf,
    bytesOf: ({ bytes }) => bytes,
  });
  const rows = await readInOrder(page.rows, (ids) =>
    db.selectFrom('sources').select(SUMMARY).where('id', 'in', inList(ids)).execute(),
  );
  return { ...page, rows };
}

interface FoundSource {
  readonly id: string;
  readonly bytes: number;
}

async function findSources(db: Queries, filter: SourceFilter): Promise<Scanned<FoundSource, SourcePlace>> {
  const { text, url, before } = filter;
  let query = db.selectFrom('sources').where('workspace_id', '=', filter.workspaceId).orderBy('id', 'desc');
  if (before !== undefined) query = query.where('id', '<', before);
  const limit = text === undefined ? MAX_SCANNED_ROWS : MAX_SCANNED_ARTICLES;
  const isFiltered = text !== undefined || url !== undefined;
  const last = isFiltered ? await lastScannedRow(query.select('id'), limit) : null;
  if (last) query = query.where('id', '>=', last.id);
  if (url !== undefined)
    query = query.where((or) => or.or([or('url', '=', url), or('canonical_url', '=', url)]));
  if (text !== undefined) {
    query = query.where((or) => or.or([contains('title', text), contains('text', text)]));
  }
  const rows = await query
    .select(['id', bytesIn('url', 'canonical_url', 'title', 'facts_json', 'media_json').as('bytes')])
    .limit(filter.limit + 1)
    .execute();
  return { rows, scannedUpTo: last && placeOf(last) };
}

export async function findSource(db: Queries, workspaceId: string, id: string): Promise<SourceRow | null> {
  const row = await db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws RequestRefused `limit_reached` */
export async function insertSource(trx: Write, row: SourceRow): Promise<void> {
  await refuseAtLimit(trx, 'sources', row.workspace_id);
  await trx.insertInto('sources').values(row).execute();
}

/** @returns whether it existed */
export async function deleteSourceRow(trx: Write, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sources')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export function sourceNotFound(id: string): RequestRefused {
  return new RequestRefused('source_not_found', `There is no source ${id} in this workspace.`);
}
