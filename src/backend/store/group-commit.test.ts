import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../test/support/test-store.js';
import type { Store, Write } from './store.js';

let store: Store;

beforeEach(async () => {
  store = await openTestStore();
});

afterEach(() => store.close());

const insert = (trx: Write, id: string) =>
  trx
    .insertInto('workspaces')
    .values({ id, name: id, sandbox: 1, timezone: 'UTC', grace_ms: 0, clock_offset_ms: 0, created_at: 0 })
    .execute();

const names = async () =>
  (await store.db.selectFrom('workspaces').select('id').orderBy('id').execute()).map((row) => row.id);

describe('writes that arrive together', () => {
  it('are all committed, each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        store.write(async (trx) => {
          await insert(trx, `ws_${String(index).padStart(3, '0')}`);
          return index;
        }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(await names()).toHaveLength(200);
  });

  it('are unaffected by one that fails, which is rolled back', async () => {
    const results = await Promise.allSettled([
      store.write((trx) => insert(trx, 'ws_a')),
      store.write(async (trx) => {
        await insert(trx, 'ws_b');
        throw new Error('no');
      }),
      store.write((trx) => insert(trx, 'ws_a')),
      store.write((trx) => insert(trx, 'ws_c')),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual(['ws_a', 'ws_c']);
  });

  it('roll back one that fails alone, and batch those that arrive meanwhile', async () => {
    const alone = store.write(async (trx) => {
      await insert(trx, 'ws_a');
      throw new Error('no');
    });
    await expect(alone).rejects.toThrow('no');
    expect(await names()).toEqual([]);

    let meanwhile: Promise<unknown>[] = [];
    await store.write(async (trx) => {
      await insert(trx, 'ws_b');
      meanwhile = [
        store.write(async (later) => {
          await insert(later, 'ws_c');
          throw new Error('no');
        }),
        store.write((later) => insert(later, 'ws_d')),
      ];
    });
    const results = await Promise.allSettled(meanwhile);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await names()).toEqual(['ws_b', 'ws_d']);
  });

  it('get the cause if the database ends the transaction itself, as on a full disk', async () => {
    const full = new Error('no room');
    const results = await Promise.allSettled([
      store.write((trx) => insert(trx, 'ws_a')),
      store.write(async (trx) => {
        await sql`rollback`.execute(trx);
        throw full;
      }),
      store.write((trx) => insert(trx, 'ws_c')),
    ]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: full },
      { status: 'rejected', reason: full },
      { status: 'fulfilled' },
    ]);
    expect(await names()).toEqual(['ws_c']);
  });

  it('run first if urgent, in a commit that does not wait for the others', async () => {
    const ended: string[] = [];
    const write = async (name: string, urgent: boolean): Promise<void> => {
      await store.write((trx) => insert(trx, `ws_${name}`), { urgent });
      ended.push(name);
    };
    await Promise.all([
      write('late_1', false),
      write('late_2', false),
      write('first', true),
      write('second', true),
    ]);
    expect(ended).toEqual(['first', 'second', 'late_1', 'late_2']);
  });

  it('are invisible to reads until committed', async () => {
    let read: Promise<string[]> | null = null;
    const written = store.write(async (trx) => {
      await insert(trx, 'ws_a');
      read = names();
      await insert(trx, 'ws_b');
    });
    await written;
    expect(await read).toEqual(['ws_a', 'ws_b']);
  });
});

describe('writes that can be rerun', () => {
  const again = { again: true };

  it('are all committed except one that fails, however much it changed', async () => {
    const runs: string[] = [];
    const add = (id: string) =>
      store.write(async (trx) => {
        runs.push(id);
        await insert(trx, id);
        return id;
      }, again);
    const results = await Promise.allSettled([
      add('ws_a'),
      store.write(async (trx) => {
        await insert(trx, 'ws_b');
        throw new Error('no');
      }, again),
      add('ws_a'),
      add('ws_c'),
    ]);
    expect(results).toMatchObject([
      { status: 'fulfilled', value: 'ws_a' },
      { status: 'rejected', reason: { message: 'no' } },
      { status: 'rejected' },
      { status: 'fulfilled', value: 'ws_c' },
    ]);
    expect(await names()).toEqual(['ws_a', 'ws_c']);
    // Each failure reruns its batch once.
    if (store.engine === 'embedded') expect(runs).toEqual(['ws_a', 'ws_a', 'ws_a', 'ws_a', 'ws_c']);
  });

  it('run once if one fails before changing anything', async () => {
    const runs: string[] = [];
    const add = (id: string) =>
      store.write(async (trx) => {
        runs.push(id);
        const there = await trx.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst();
        if (there) throw new Error('There already.');
        await insert(trx, id);
      }, again);
    const results = await Promise.allSettled([add('ws_a'), add('ws_a'), add('ws_b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual(['ws_a', 'ws_a', 'ws_b']);
    expect(await names()).toEqual(['ws_a', 'ws_b']);
  });

  it('keep their order among the others, after urgent ones', async () => {
    const ended: string[] = [];
    const write = async (name: string, how: { again?: boolean; urgent?: boolean }): Promise<void> => {
      await store.write((trx) => insert(trx, `ws_${name}`), how);
      ended.push(name);
    };
    await Promise.all([
      write('again_1', again),
      write('once', {}),
      write('again_2', again),
      write('urgent', { urgent: true }),
    ]);
    expect(ended).toEqual(['urgent', 'again_1', 'once', 'again_2']);
  });

  it('get the cause if the database ends the transaction itself', async () => {
    const full = new Error('no room');
    const results = await Promise.allSettled([
      store.write((trx) => insert(trx, 'ws_a'), again),
      store.write(async (trx) => {
        await sql`rollback`.execute(trx);
        throw full;
      }, again),
      store.write((trx) => insert(trx, 'ws_c'), again),
    ]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: full });
    expect(results[2]).toMatchObject({ status: 'fulfilled' });
    const kept = results[0]?.status === 'fulfilled' ? ['ws_a', 'ws_c'] : ['ws_c'];
    expect(await names()).toEqual(kept);
  });
});
