import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceRow } from '../../../test/support/rows/rows.js';
import { migrate, versionOf } from './migrate.js';
import { openFile } from './open-file.js';
import { openStore, type Store } from './store.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('opens a database while another process writes to it', async () => {
  await openStore(folder).close();
  const other = new Database(join(folder, 'postrider.db'));
  other.exec('begin immediate');
  const store = openStore(folder);
  expect(await store.db.selectFrom('workspaces').selectAll().execute()).toEqual([]);
  other.exec('rollback');
  other.close();
  await store.close();
});

it('a database in memory is made as the migrations make one in a file', () => {
  const everything = (path: string) => {
    const database = openFile(path);
    migrate(database);
    const schema = database.prepare('select type, name, tbl_name, sql from sqlite_schema').raw().all();
    const names = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
    // A sequence at 0 is one that has not begun.
    const begun = (name: unknown) => (name === 'sqlite_sequence' ? ' where seq > 0' : '');
    const rows = names.map((name) => [
      name,
      database
        .prepare(`select * from "${name}"${begun(name)}`)
        .raw()
        .all(),
    ]);
    const version = versionOf(database);
    database.close();
    return { schema, rows, version };
  };
  const inFile = everything(join(folder, 'postrider.db'));
  expect(inFile.schema.length).toBeGreaterThan(100);
  expect(everything(':memory:')).toEqual(inFile);
});

it('a new database reclaims the space of deleted rows', async () => {
  const store = openStore(folder);
  const database = new Database(join(folder, 'postrider.db'));
  expect(database.prepare('select auto_vacuum from pragma_auto_vacuum').get()).toMatchObject({
    auto_vacuum: 2,
  });
  database.close();
  await store.close();
});

it('what was deleted or replaced is not left in the file', async () => {
  const store = openStore(folder);
  const write = (name: string, id: string) =>
    store.write((trx) =>
      trx
        .insertInto('workspaces')
        .values({ ...workspaceRow(id, 0), name })
        .execute(),
    );
  await write('a deleted name', 'ws_1');
  await write('a replaced name', 'ws_2');
  await write('a kept name', 'ws_3');
  await store.write(async (trx) => {
    await trx.deleteFrom('workspaces').where('id', '=', 'ws_1').execute();
    await trx.updateTable('workspaces').set({ name: 'new' }).where('id', '=', 'ws_2').execute();
  });
  await store.close();
  const database = new Database(join(folder, 'postrider.db'));
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const bytes = readFileSync(join(folder, 'postrider.db'), 'latin1');
  const found = ['a deleted name', 'a replaced name', 'a kept name'].map((name) => bytes.includes(name));
  expect(found).toEqual([false, false, true]);
});

it.each([
  ['that is none', (file: string) => writeFileSync(file, 'A diary. '.repeat(1_000)), 'SQLITE_NOTADB'],
  ['that is a folder', (file: string) => mkdirSync(file), 'SQLITE_CANTOPEN'],
])('a database %s is refused with the code of SQLite', (_, make, code) => {
  make(join(folder, 'postrider.db'));
  expect(() => openStore(folder)).toThrow(expect.objectContaining({ code }));
});

it('a database of a newer version is refused, and not changed', async () => {
  await openStore(folder).close();
  const newer = new Database(join(folder, 'postrider.db'));
  newer.exec('pragma user_version = 999');
  newer.close();
  expect(() => openStore(folder)).toThrow(
    expect.objectContaining({ name: 'StoreUnusable', reason: 'too_new' }),
  );
});

describe('a database whose process was killed', () => {
  let store: Store;

  beforeEach(async () => {
    store = openStore(folder);
    for (let number = 1; number <= 3; number += 1) await commit(number);
  });
  afterEach(() => store.close());

  const commit = (number: number) =>
    store.write((trx) =>
      trx
        .insertInto('workspaces')
        .values(workspaceRow(`ws_${number}`, number))
        .execute(),
    );

  /** The files as they are while it runs: SQLite tidies up when it is closed. */
  function killed(without: readonly string[] = []): string {
    const copy = mkdtempSync(join(folder, 'killed-'));
    for (const name of ['postrider.db', 'postrider.db-wal', 'postrider.db-commits']) {
      if (!without.includes(name)) copyFileSync(join(folder, name), join(copy, name));
    }
    return copy;
  }

  const refusal = (missing: string) =>
    expect.objectContaining({ reason: 'incomplete', message: expect.stringContaining(missing) });

  it('opens with all its commits', async () => {
    const again = openStore(killed());
    expect(await again.db.selectFrom('workspaces').select('id').execute()).toHaveLength(3);
    await again.close();
  });

  it('is refused without its write-ahead log, again and again', () => {
    const copy = killed(['postrider.db-wal']);
    expect(() => openStore(copy)).toThrow(refusal('The last 3 changes are missing'));
    expect(() => openStore(copy)).toThrow(refusal('The last 3 changes are missing'));
  });

  it('is refused if its write-ahead log was cut', () => {
    const copy = killed();
    const log = join(copy, 'postrider.db-wal');
    truncateSync(log, statSync(log).size - 1);
    expect(() => openStore(copy)).toThrow(refusal('The last change is missing'));
  });

  it('opens once another program has moved the write-ahead log into the database', async () => {
    const copy = killed();
    const other = new Database(join(copy, 'postrider.db'));
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    const again = openStore(copy);
    expect(await again.db.selectFrom('workspaces').select('id').execute()).toHaveLength(3);
    await again.close();
  });

  it('is an earlier state if it was replaced with a copy, which opens only without the record', async () => {
    const early = killed();
    await commit(4);
    copyFileSync(join(folder, 'postrider.db-commits'), join(early, 'postrider.db-commits'));
    expect(() => openStore(early)).toThrow(refusal('The last change is missing'));
    rmSync(join(early, 'postrider.db-commits'));
    await openStore(early).close();
    await openStore(early).close();
  });
});

it('commits that change nothing are not counted, and those of several processes are', async () => {
  const one = openStore(folder);
  const other = openStore(folder);
  const counted = () => Number(readFileSync(join(folder, 'postrider.db-commits'), 'utf8'));
  await one.write((trx) => trx.selectFrom('workspaces').selectAll().execute());
  expect(counted()).toBe(0);
  for (const [index, store] of [one, other, one].entries()) {
    const row = workspaceRow(`ws_${index}`, index);
    await store.write((trx) => trx.insertInto('workspaces').values(row).execute());
  }
  expect(counted()).toBe(3);
  await Promise.all([one.close(), other.close()]);
});
