import { afterEach, describe, expect, it } from 'vitest';
import { workspaceRow } from '../../../../test/support/rows/rows.js';
import { openTestStore } from '../../../../test/support/test-store.js';
import type { Queries, Store } from '../store.js';
import { insertRows, prepared } from './prepared.js';

const open: Store[] = [];

async function emptyStore(): Promise<Store> {
  const store = await openTestStore();
  open.push(store);
  return store;
}

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const add = (db: Queries, ...ids: readonly string[]) =>
  insertRows(
    db,
    'workspaces',
    ids.map((id) => workspaceRow(id, 1)),
  );

const named = prepared((db, { name, from }: { readonly name: string; readonly from: number }) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'created_at'])
    .where('created_at', '>=', from)
    .where('id', '=', name),
);

describe('a prepared query', () => {
  it('binds the values of each run', async () => {
    const { db } = await emptyStore();
    await add(db, 'ws_a', 'ws_b');
    expect(await named(db, { name: 'ws_a', from: 1 })).toEqual([{ id: 'ws_a', created_at: 1 }]);
    expect(await named(db, { name: 'ws_b', from: 0 })).toEqual([{ id: 'ws_b', created_at: 1 }]);
    expect(await named(db, { from: 2, name: 'ws_b' })).toEqual([]);
  });

  it('runs on every open database and inside transactions', async () => {
    const [one, other] = [await emptyStore(), await emptyStore()];
    await add(one.db, 'ws_a');
    expect(await named(one.db, { name: 'ws_a', from: 0 })).toHaveLength(1);
    expect(await named(other.db, { name: 'ws_a', from: 0 })).toHaveLength(0);
    const inside = await other.write(async (trx) => {
      await add(trx, 'ws_a');
      return named(trx, { name: 'ws_a', from: 0 });
    });
    expect(inside).toHaveLength(1);
  });
});

describe('inserted rows', () => {
  it('take one statement for any number of rows, and none for no rows', async () => {
    const { db } = await emptyStore();
    await add(db);
    await add(db, 'ws_a');
    await add(db, 'ws_b', 'ws_c');
    await add(db, 'ws_d', 'ws_e');
    const rows = await db.selectFrom('workspaces').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(['ws_a', 'ws_b', 'ws_c', 'ws_d', 'ws_e']);
  });

  it('keep nulls', async () => {
    const { db } = await emptyStore();
    const frozen = (id: string, at: number | null) => ({ ...workspaceRow(id, 1), clock_frozen_at: at });
    await insertRows(db, 'workspaces', [frozen('ws_a', null)]);
    await insertRows(db, 'workspaces', [frozen('ws_b', 5)]);
    await insertRows(db, 'workspaces', [frozen('ws_c', null), frozen('ws_d', 6)]);
    const rows = await db.selectFrom('workspaces').selectAll().orderBy('id').execute();
    expect(rows.map(({ clock_frozen_at }) => clock_frozen_at)).toEqual([null, 5, null, 6]);
    expect(rows[0]).toEqual(frozen('ws_a', null));
  });

  it('must all have the same columns, each with a value', async () => {
    const { db } = await emptyStore();
    const row = workspaceRow('ws_a', 1);
    const { name: _, ...nameless } = workspaceRow('ws_b', 1);
    const reordered = Object.fromEntries(Object.entries(row).reverse()) as typeof row;
    for (const rows of [
      [row, nameless as typeof row],
      [row, reordered],
      [{ ...row, name: undefined as unknown as string }],
    ]) {
      await expect(insertRows(db, 'workspaces', rows)).rejects.toThrow('Rows for workspaces must name');
    }
  });
});
