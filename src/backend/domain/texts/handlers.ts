import { sql } from 'kysely';
import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { SavedText, SavedTextPage } from '../../../contract/texts/texts.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { inList } from '../../store/queries/in-list.js';
import { bytesIn, pageRows, readInOrder } from '../../store/queries/page-rows.js';
import type { Write } from '../../store/store.js';
import type { SavedTextRow } from '../../store/tables/label-rows.js';
import { noteNamed } from '../labels/note-named.js';
import { storedName } from '../labels/stored-name.js';

const Position = z.tuple([z.string(), z.string()]);

const placeOf = ({ kind, name_key }: Pick<SavedTextRow, 'kind' | 'name_key'>) => [kind, name_key] as const;

/** Saved texts by kind and name. */
async function listSavedTexts({ query, caller, services }: Call<'savedTexts.list'>): Promise<SavedTextPage> {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['savedTexts.list', caller.workspace.id, query.kind];
  const after = readCursor(list, query.cursor, Position);
  const { db } = services.store;
  const found = await db
    .selectFrom('saved_texts')
    .select(['id', 'kind', 'name_key', bytesIn('text').as('bytes')])
    .where('workspace_id', '=', caller.workspace.id)
    .$if(query.kind !== undefined, (some) => some.where('kind', '=', query.kind ?? 'post'))
    .$if(after !== null, (some) =>
      some.where(sql<boolean>`(kind, name_key) > (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy('kind')
    .orderBy('name_key')
    .limit(limit + 1)
    .execute();
  const page = pageRows(
    { rows: found, scannedUpTo: null },
    { limit, placeOf, bytesOf: ({ bytes }) => bytes },
  );
  const rows = await readInOrder(page.rows, (ids) =>
    db.selectFrom('saved_texts').selectAll().where('id', 'in', inList(ids)).execute(),
  );
  return listPage(list, page, placeOf, rows.map(viewSavedText));
}

async function createSavedText(call: Call<'savedTexts.create'>): Promise<SavedText> {
  const { body, caller, services, now } = call;
  return call.commit(async (trx) => {
    await refuseAtLimit(trx, 'saved_texts', caller.workspace.id);
    const row: SavedTextRow = {
      id: services.ids.next('savedText', now),
      workspace_id: caller.workspace.id,
      ...storedName(body.name),
      kind: body.kind ?? 'post',
      text: body.text,
      created_at: now,
      updated_at: now,
    };
    await refuseTakenName(trx, row);
    await trx.insertInto('saved_texts').values(row).execute();
    await noteNamed(trx, call, { tag: 'savedTexts', act: 'created', row });
    return viewSavedText(row);
  });
}

async function updateSavedText(call: Call<'savedTexts.update'>): Promise<SavedText> {
  const { body, now } = call;
  return call.commit(async (trx) => {
    const before = await mustFind(trx, call);
    const row: SavedTextRow = {
      ...before,
      ...(body.name !== undefined && storedName(body.name)),
      ...(body.kind !== undefined && { kind: body.kind }),
      ...(body.text !== undefined && { text: body.text }),
    };
    const { name, name_key, kind, text } = row;
    if (name === before.name && kind === before.kind && text === before.text) return viewSavedText(before);
    await refuseTakenName(trx, row);
    const changed = { name, name_key, kind, text, updated_at: now };
    await trx.updateTable('saved_texts').set(changed).where('id', '=', row.id).execute();
    await noteNamed(trx, call, { tag: 'savedTexts', act: 'changed', row });
    return viewSavedText({ ...row, updated_at: now });
  });
}

async function deleteSavedText(call: Call<'savedTexts.delete'>) {
  return call.commit(async (trx) => {
    const row = await mustFind(trx, call);
    await trx.deleteFrom('saved_texts').where('id', '=', row.id).execute();
    await noteNamed(trx, call, { tag: 'savedTexts', act: 'deleted', row });
    return { id: row.id as SavedText['id'], deleted: true as const };
  });
}

async function mustFind(
  trx: Write,
  { caller, params }: Call<'savedTexts.update'> | Call<'savedTexts.delete'>,
): Promise<SavedTextRow> {
  const row = await trx
    .selectFrom('saved_texts')
    .selectAll()
    .where('id', '=', params.id)
    .where('workspace_id', '=', caller.workspace.id)
    .executeTakeFirst();
  if (row) return row;
  throw new RequestRefused('saved_text_not_found', `There is no saved text ${params.id} in this workspace.`);
}

async function refuseTakenName(
  trx: Write,
  { id, workspace_id, kind, name_key }: SavedTextRow,
): Promise<void> {
  const taken = await trx
    .selectFrom('saved_texts')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('kind', '=', kind)
    .where('name_key', '=', name_key)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!taken) return;
  throw refusalOfIssue('name_taken', {
    message: `There is already a saved text “${taken.name}” of this kind.`,
    pointer: '/name',
    actual: taken.id,
    fix: 'Change that one, or choose another name.',
  });
}

function viewSavedText(row: SavedTextRow): SavedText {
  return {
    id: row.id as SavedText['id'],
    name: row.name,
    kind: row.kind,
    text: row.text,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export const savedTextHandlers = {
  'savedTexts.list': listSavedTexts,
  'savedTexts.create': createSavedText,
  'savedTexts.update': updateSavedText,
  'savedTexts.delete': deleteSavedText,
} satisfies Partial<Handlers>;
