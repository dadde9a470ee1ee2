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
  it('are all kept, each with its own answer', async () => {
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

  it('do not suffer from one that fails, of which nothing is kept', async () => {
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

  it('leave nothing where one fails that came alone, and take others along that come meanwhile', async () => {
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

  it('hear why, where the database has ended their transaction by itself as a full disk makes it', async () => {
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

  it('go before the others where they are urgent, in a commit that waits for none of those', async () => {
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

  it('are seen by a read only when they are committed', async () => {
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

describe('writes that may run again', () => {
  const again = { again: true };

  it('are all kept but for one that fails, however much it had changed', async () => {
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
    // Each failure has run once more what was with it.
    if (store.engine === 'embedded') expect(runs).toEqual(['ws_a', 'ws_a', 'ws_a', 'ws_a', 'ws_c']);
  });

  it('run once where one of them refuses before it has changed anything', async () => {
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

  it('come in their turn among those that may not, and after what is urgent', async () => {
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

  it('hear why, where the database has ended their transaction by itself', async () => {
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
