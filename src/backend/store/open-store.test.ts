import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from './store.js';

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

it('a new database reclaims the space of deleted rows', async () => {
  const store = openStore(folder);
  const database = new Database(join(folder, 'postrider.db'));
  expect(database.prepare('select auto_vacuum from pragma_auto_vacuum').get()).toMatchObject({
    auto_vacuum: 2,
  });
  database.close();
  await store.close();
});

it.each([
  ['that is none', (file: string) => writeFileSync(file, 'A diary. '.repeat(1_000)), 'SQLITE_NOTADB'],
  ['that is a folder', (file: string) => mkdirSync(file), 'SQLITE_CANTOPEN'],
])('a database %s is refused with the code of SQLite', (_, make, code) => {
  make(join(folder, 'postrider.db'));
  expect(() => openStore(folder)).toThrow(expect.objectContaining({ code }));
});
