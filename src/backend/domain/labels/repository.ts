import { sql } from 'kysely';
import { type Label, MAX_LABELLED_COUNT } from '../../../contract/labels/labels.js';
import { LABEL_COLORS, type LabelColor } from '../../../contract/labels/values.js';
import type { Queries } from '../../store/store.js';
import type { LabelRow } from '../../store/tables/label-rows.js';

interface LabelFilter {
  readonly workspaceId: string;
  /** The last `name_key` of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

export async function listLabels(
  db: Queries,
  { workspaceId, after, limit }: LabelFilter,
): Promise<readonly LabelRow[]> {
  let query = db.selectFrom('labels').selectAll().where('workspace_id', '=', workspaceId);
  if (after !== undefined) query = query.where('name_key', '>', after);
  return query.orderBy('name_key').limit(limit).execute();
}

/** @param key the name as `nameKey` writes it */
export async function findLabelNamed(
  db: Queries,
  workspaceId: string,
  key: string,
): Promise<LabelRow | undefined> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', key)
    .executeTakeFirst();
}

/** How many posts have a label, up to a maximum. */
export async function countLabelled(db: Queries, labelId: string): Promise<Label['posts']> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from post_labels
    where label_id = ${labelId} limit ${sql.lit(MAX_LABELLED_COUNT + 1)}) as found`.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  return { count: Math.min(count, MAX_LABELLED_COUNT), isExact: count <= MAX_LABELLED_COUNT };
}

/** The first of the colours that the fewest labels have. */
export async function leastUsedColor(db: Queries, workspaceId: string): Promise<LabelColor> {
  const used = await db
    .selectFrom('labels')
    .select('color')
    .where('workspace_id', '=', workspaceId)
    .execute();
  const count = (color: LabelColor) => used.filter((row) => row.color === color).length;
  return LABEL_COLORS.reduce((best, color) => (count(color) < count(best) ? color : best));
}
