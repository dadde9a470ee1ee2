import { nameKey } from '../../../contract/labels/names.js';
import { WORKSPACE_LIMITS } from '../../../contract/service/workspace-limits.js';
import type { IdSource } from '../../base/ids.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { inList } from '../../store/queries/in-list.js';
import { insertRows } from '../../store/queries/prepared.js';
import type { Queries, Write } from '../../store/store.js';
import type { LabelRow } from '../../store/tables/label-rows.js';
import { countLabelled, findLabelNamed, leastUsedColor } from './repository.js';
import { storedName } from './stored-name.js';

interface NewLabels {
  readonly workspaceId: string;
  readonly ids: IdSource;
  /** Workspace time. */
  readonly now: number;
}

/**
 * The labels with these names, in order and without repetitions. Those that do not exist are created.
 *
 * @throws RequestRefused `limit_reached` if the workspace cannot have as many labels
 */
export async function labelsNamed(
  trx: Write,
  names: readonly string[],
  { workspaceId, ids, now }: NewLabels,
): Promise<readonly LabelRow[]> {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  const keys = [...byKey.keys()];
  const known = await labelsByKey(trx, workspaceId, keys);
  for (const [key, name] of byKey) {
    if (known.has(key)) continue;
    await refuseAtLimit(trx, 'labels', workspaceId);
    const row: LabelRow = {
      id: ids.next('label', now),
      workspace_id: workspaceId,
      ...storedName(name),
      color: await leastUsedColor(trx, workspaceId),
      created_at: now,
      updated_at: now,
    };
    // Another process may create it at the same time.
    await trx
      .insertInto('labels')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
      .execute();
  }
  const found = known.size === keys.length ? known : await labelsByKey(trx, workspaceId, keys);
  return keys.flatMap((key) => found.get(key) ?? []);
}

async function labelsByKey(
  trx: Write,
  workspaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LabelRow>> {
  if (keys.length === 0) return new Map();
  const rows = await trx
    .selectFrom('labels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('name_key', 'in', inList(keys))
    .execute();
  return new Map(rows.map((row) => [row.name_key, row]));
}

/** Gives a post exactly these labels. */
export async function replacePostLabels(
  trx: Write,
  post: { readonly id: string; readonly workspace_id: string },
  labels: readonly LabelRow[],
): Promise<void> {
  await trx.deleteFrom('post_labels').where('post_id', '=', post.id).execute();
  await insertPostLabels(trx, post, labels);
}

export async function insertPostLabels(
  trx: Write,
  post: { readonly id: string; readonly workspace_id: string },
  labels: readonly LabelRow[],
): Promise<void> {
  await insertRows(
    trx,
    'post_labels',
    labels.map(({ id }, position) => ({
      post_id: post.id,
      position,
      label_id: id,
      workspace_id: post.workspace_id,
    })),
  );
}

/** A label that a list is filtered by. */
export interface ListedLabel {
  readonly id: string;
  /** Its name as `nameKey` compares it. */
  readonly key: string;
  /** It has so few posts that all of them can be read and sorted. */
  readonly isRare: boolean;
}

/** @throws RequestRefused `label_not_found` */
export async function requireLabelIfNamed(
  db: Queries,
  workspaceId: string,
  name: string | undefined,
): Promise<ListedLabel | undefined> {
  if (name === undefined) return undefined;
  const key = nameKey(name);
  const label = await findLabelNamed(db, workspaceId, key);
  if (label) return { id: label.id, key, isRare: (await countLabelled(db, label.id)).isExact };
  throw new RequestRefused(
    'label_not_found',
    `There is no label “${name}” in this workspace. \`GET /v1/labels\` lists its labels, at most ${WORKSPACE_LIMITS.labels}.`,
  );
}
