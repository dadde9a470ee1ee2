import * as z from 'zod';
import type { Label, LabelPage } from '../../../contract/labels/labels.js';
import { nameKey } from '../../../contract/labels/names.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { pageRows } from '../../store/queries/page-rows.js';
import type { Queries, Write } from '../../store/store.js';
import type { LabelRow } from '../../store/tables/label-rows.js';
import { noteNamed } from './note-named.js';
import { countLabelled, findLabelNamed, leastUsedColor, listLabels } from './repository.js';
import { storedName } from './stored-name.js';

const Position = z.tuple([z.string()]);

const placeOf = ({ name_key }: LabelRow) => [name_key] as const;

/** Labels by name. */
async function listLabelPage({ query, caller, services }: Call<'labels.list'>): Promise<LabelPage> {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['labels.list', caller.workspace.id];
  const { db } = services.store;
  const found = await listLabels(db, {
    workspaceId: caller.workspace.id,
    after: readCursor(list, query.cursor, Position)?.[0],
    limit: limit + 1,
  });
  const page = pageRows({ rows: found, scannedUpTo: null }, { limit, placeOf });
  const labels = await Promise.all(page.rows.map((row) => countedView(db, row)));
  return listPage(list, page, placeOf, labels);
}

async function createLabel(call: Call<'labels.create'>): Promise<Label> {
  const { body, caller, services, now } = call;
  return call.commit(async (trx) => {
    const { id: workspaceId } = caller.workspace;
    await refuseAtLimit(trx, 'labels', workspaceId);
    await refuseTakenName(trx, workspaceId, body.name);
    const row: LabelRow = {
      id: services.ids.next('label', now),
      workspace_id: workspaceId,
      ...storedName(body.name),
      color: body.color ?? (await leastUsedColor(trx, workspaceId)),
      created_at: now,
      updated_at: now,
    };
    await trx.insertInto('labels').values(row).execute();
    await noteNamed(trx, call, { tag: 'labels', act: 'created', row });
    return countedView(trx, row);
  });
}

async function updateLabel(call: Call<'labels.update'>): Promise<Label> {
  const { body, caller, now } = call;
  return call.commit(async (trx) => {
    const before = await mustFind(trx, call);
    const row: LabelRow = {
      ...before,
      ...(body.name !== undefined && storedName(body.name)),
      ...(body.color !== undefined && { color: body.color }),
    };
    if (row.name === before.name && row.color === before.color) return countedView(trx, before);
    if (row.name_key !== before.name_key) await refuseTakenName(trx, caller.workspace.id, row.name);
    const { name, name_key, color } = row;
    const changed = { name, name_key, color, updated_at: now };
    await trx.updateTable('labels').set(changed).where('id', '=', row.id).execute();
    await noteNamed(trx, call, { tag: 'labels', act: 'changed', row });
    return countedView(trx, { ...row, updated_at: now });
  });
}

async function deleteLabel(call: Call<'labels.delete'>) {
  return call.commit(async (trx) => {
    const row = await mustFind(trx, call);
    await trx.deleteFrom('post_labels').where('label_id', '=', row.id).execute();
    await trx.deleteFrom('labels').where('id', '=', row.id).execute();
    await noteNamed(trx, call, { tag: 'labels', act: 'deleted', row });
    return { id: row.id as Label['id'], deleted: true as const };
  });
}

async function mustFind(
  trx: Write,
  { caller, params }: Call<'labels.update'> | Call<'labels.delete'>,
): Promise<LabelRow> {
  const row = await trx
    .selectFrom('labels')
    .selectAll()
    .where('id', '=', params.id)
    .where('workspace_id', '=', caller.workspace.id)
    .executeTakeFirst();
  if (row) return row;
  throw new RequestRefused('label_not_found', `There is no label ${params.id} in this workspace.`);
}

async function refuseTakenName(trx: Write, workspaceId: string, name: string): Promise<void> {
  const taken = await findLabelNamed(trx, workspaceId, nameKey(name));
  if (!taken) return;
  throw refusalOfIssue('name_taken', {
    message: `There is already a label “${taken.name}”.`,
    pointer: '/name',
    actual: taken.id,
    fix: 'Use it, or choose another name.',
  });
}

const countedView = async (db: Queries, row: LabelRow): Promise<Label> =>
  viewLabel(row, await countLabelled(db, row.id));

function viewLabel(row: LabelRow, posts: Label['posts']): Label {
  return {
    id: row.id as Label['id'],
    name: row.name,
    color: row.color,
    posts,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export const labelHandlers = {
  'labels.list': listLabelPage,
  'labels.create': createLabel,
  'labels.update': updateLabel,
  'labels.delete': deleteLabel,
} satisfies Partial<Handlers>;
