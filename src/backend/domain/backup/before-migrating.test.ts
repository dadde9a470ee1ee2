import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { openForBackend } from '../../app/open-for-backend.js';
import { CURRENT_SCHEMA, DatabaseFile } from '../../store/copy/database-file.js';
import { backUpBeforeMigrating } from './before-migrating.js';
import { checkBackup } from './restore.js';

let folder: string;
const clock = new ManualClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database with a workspace, as a version with fewer migrations left it. */
function databaseOf(schema: number): void {
  rmSync(join(folder, 'postrider.db'), { force: true });
  const made = DatabaseFile.create(join(folder, 'postrider.db'), schema);
  made.insert(
    'workspaces',
    ['id', 'name', 'sandbox', 'timezone', 'grace_ms', 'created_at'],
    [['ws_1', 'Bakery', 1, 'Europe/Berlin', 1, 1]],
  );
  made.close();
}

function schemaNow(): number {
  const file = DatabaseFile.open(join(folder, 'postrider.db'));
  try {
    return file.schema;
  } finally {
    file.close();
  }
}

const backups = (): string[] => readdirSync(folder).filter((name) => name.startsWith('before-update-'));

async function start(updateBackup?: boolean): Promise<void> {
  const store = await openForBackend({
    dataFolder: folder,
    clock,
    ...(updateBackup !== undefined && { updateBackup }),
  });
  await store.close();
}

it('a backend backs up the database of an older version before it migrates it', async () => {
  databaseOf(CURRENT_SCHEMA - 1);
  await start();
  expect(schemaNow()).toBe(CURRENT_SCHEMA);
  const [name = '', ...others] = backups();
  expect([others, name]).toEqual([[], expect.stringMatching(/^before-update-\d+-\d{8}T\d{6}Z\.tar\.gz$/)]);
  const path = join(folder, name);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  const { manifest } = await checkBackup(
    {
      archive: createReadStream(path),
      signal: new AbortController().signal,
      progress: () => undefined,
    },
    folder,
  );
  expect(manifest.database).toMatchObject({ schema: CURRENT_SCHEMA - 1, engine: 'embedded' });
  expect(manifest.database.tables['workspaces']).toBe(1);
  // The next start has nothing to migrate.
  await start();
  expect(backups()).toEqual([name]);
});

it('makes none of a new database, and none if it was told not to', async () => {
  await start();
  expect(backups()).toEqual([]);
  databaseOf(CURRENT_SCHEMA - 1);
  rmSync(join(folder, 'postrider.db-commits'), { force: true });
  await start(false);
  expect([schemaNow(), backups()]).toEqual([CURRENT_SCHEMA, []]);
});

it('refuses to migrate without the space for a backup, and changes nothing', async () => {
  databaseOf(CURRENT_SCHEMA - 1);
  const bytes = statSync(join(folder, 'postrider.db')).size;
  const needed = 2 * bytes + 64 * 1024 * 1024;
  const at = (free: number) => backUpBeforeMigrating(folder, { clock, freeBytes: async () => free });
  await expect(at(needed - 1)).rejects.toThrow(/needs \d+ MB of free space there, and \d+ MB are free/);
  expect([schemaNow(), backups()]).toEqual([CURRENT_SCHEMA - 1, []]);
  expect(existsSync((await at(needed)) ?? '')).toBe(true);
});

it('keeps one backup of each of the last two schemas', async () => {
  for (const schema of [3, 2, 1, 1]) {
    databaseOf(CURRENT_SCHEMA - schema);
    clock.advance(60_000);
    await backUpBeforeMigrating(folder, { clock });
  }
  expect(backups().map((name) => Number(name.split('-')[2]))).toEqual([
    CURRENT_SCHEMA - 2,
    CURRENT_SCHEMA - 1,
  ]);
  const [, newest = ''] = backups();
  expect(newest).toContain(new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, ''));
});
