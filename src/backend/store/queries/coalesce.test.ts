import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceRow } from '../../../../test/support/rows/rows.js';
import { openTestStore } from '../../../../test/support/test-store.js';
import type { Queries, Store } from '../store.js';
import { coalesce } from './coalesce.js';
import { insertRows } from './prepared.js';

let store: Store;
let reads: string[];

beforeEach(async () => {
  store = await openTestStore();
  reads = [];
});

afterEach(() => store.close());

const nameOf = coalesce(async (db: Queries, { id }: { readonly id: string }) => {
  reads.push(id);
  return db.selectFrom('workspaces').select('name').where('id', '=', id).executeTakeFirst();
});

const add = (id: string) =>
  store.write((trx) => insertRows(trx, 'workspaces', [{ ...workspaceRow(id, 1), name: id }]));

describe('a coalesced read', () => {
  it('runs once for equal simultaneous requests, and again for later ones', async () => {
    await add('ws_a');
    const both = await Promise.all([nameOf(store.db, { id: 'ws_a' }), nameOf(store.db, { id: 'ws_a' })]);
    expect(both).toEqual([{ name: 'ws_a' }, { name: 'ws_a' }]);
    expect(reads).toEqual(['ws_a']);
    await nameOf(store.db, { id: 'ws_a' });
    expect(reads).toEqual(['ws_a', 'ws_a']);
  });

  it('is not shared with a different request', async () => {
    await add('ws_a');
    const [a, b] = await Promise.all([nameOf(store.db, { id: 'ws_a' }), nameOf(store.db, { id: 'ws_b' })]);
    expect([a, b]).toEqual([{ name: 'ws_a' }, undefined]);
  });

  it('sees everything committed before the request', async () => {
    const before = nameOf(store.db, { id: 'ws_a' });
    await add('ws_a');
    const after = nameOf(store.db, { id: 'ws_a' });
    await before;
    expect(await after).toEqual({ name: 'ws_a' });
  });

  it('fails for all who share it, and runs again afterwards', async () => {
    let broken = true;
    const failing = coalesce(async (_db: Queries, _given: { readonly id: string }) => {
      if (broken) throw new Error('no');
      return 1;
    });
    const input = { id: 'ws_a' };
    const results = await Promise.allSettled([failing(store.db, input), failing(store.db, input)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await failing(store.db, input)).toBe(1);
  });

  it('is not shared with a transaction', async () => {
    const seen = await store.write(async (trx) => {
      await insertRows(trx, 'workspaces', [{ ...workspaceRow('ws_a', 1), name: 'inside' }]);
      return nameOf(trx, { id: 'ws_a' });
    });
    expect(seen).toEqual({ name: 'inside' });
  });
});
