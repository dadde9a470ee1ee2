import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupScene } from '../../../../test/support/backup-scene.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { fixture } from '../../../../test/support/media/media-file.js';
import { S3Double } from '../../../../test/support/media/s3-double.js';
import { inClear } from '../../../../test/support/rows/in-clear.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { openTestStore, SERVER_VARIABLE, testPlace } from '../../../../test/support/test-store.js';
import type { StoredMedia } from '../../../contract/media/media.js';
import { openStorage } from '../../files/open-storage.js';
import { CURRENT_SCHEMA, DatabaseFile } from '../../store/copy/database-file.js';
import { lockFolder } from '../../store/folder-lock.js';
import { makeBackup } from './backup.js';
import type { RestoreProgress } from './restore.js';

const ON_POSTGRES = process.env[SERVER_VARIABLE] !== undefined;
const PHOTO = fixture('photo.jpg');
const PHOTO_SHA = createHash('sha256').update(PHOTO).digest('hex');

const clock = new ManualClock();
const scene = new BackupScene(clock);
let original: BackendUnderTest;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = scene.folder('original');
  original = await BackendUnderTest.startOn(clock, folder);
  const uploaded = await fetch(`${original.backend.url}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${original.key}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(PHOTO),
  });
  const { keys } = (await uploaded.json()) as StoredMedia;
  expect(keys).toHaveLength(1);
  await leaveAccess();
  ({ file } = await scene.backup(folder, 'backup.tar.gz'));
});

afterAll(async () => {
  await original.close();
  scene.remove();
});

/** Sign-ins, an upload URL and a delivery, as they are while a backend runs. */
async function leaveAccess(): Promise<void> {
  const { store } = original.backend.services;
  const workspace_id = original.workspace.id;
  const [created_at, expires_at] = [clock.now(), clock.now() + 60 * 60 * 1000];
  await store.write(async (trx) => {
    const key = await trx.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('sessions')
      .values({ hash: 's', workspace_id, created_at, last_used_at: created_at, expires_at })
      .execute();
    await trx
      .insertInto('sign_in_links')
      .values({ hash: 'l', workspace_id, created_at, expires_at })
      .execute();
    await trx
      .insertInto('media_uploads')
      .values({
        id: 'u',
        workspace_id,
        token_hash: 't',
        created_by_key: key.id,
        bytes: 5,
        created_at,
        expires_at,
      })
      .execute();
    await trx
      .insertInto('webhooks')
      .values({
        ...{ id: 'wh_1', workspace_id, api_key_id: key.id, url: 'https://example.org', label: 'shop' },
        // Disabled, so that the running original does not send the delivery.
        ...{ active: 0, secret: inClear('whsec_x'), seen_seq: 0, created_at, updated_at: created_at },
      })
      .execute();
    await trx
      .insertInto('webhook_deliveries')
      .values({
        ...{ id: 'del_1', webhook_id: 'wh_1', workspace_id, event_id: 'evt_1', type: 'post.published' },
        ...{ object_id: 'post_1', body: '{}', status: 'pending', attempts: 1, attempt_base: 0 },
        ...{ due_at: created_at, wake_at: created_at, created_at },
      })
      .execute();
  });
}

/** The bytes of the photo in a data folder. */
const photoIn = (data: string): Buffer =>
  readFileSync(join(data, 'media', original.workspace.id, PHOTO_SHA.slice(0, 2), PHOTO_SHA));

/** Numbers of rows, and the work folders that are left. */
async function stateOf(data: string): Promise<{ readonly workspaces: number; readonly left: string[] }> {
  const store = await openTestStore(data);
  try {
    const workspaces = await store.db.selectFrom('workspaces').select('id').execute();
    return {
      workspaces: workspaces.length,
      left: readdirSync(data).filter((name) => name.startsWith('.postrider-')),
    };
  } finally {
    await store.close();
  }
}

describe('a restore', () => {
  it('brings back database and files, and ends what gave access', async () => {
    const data = scene.folder('whole');
    const restored = await scene.restore(file, data);
    expect(restored).toMatchObject({ mediaFiles: 1, former: null, held: { deliveries: 1 } });
    expect(photoIn(data)).toEqual(PHOTO);
    const store = await openTestStore(data);
    try {
      const { db } = store;
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('sign_in_links').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('media_uploads').selectAll().execute()).toEqual([]);
      const [delivery] = await db.selectFrom('webhook_deliveries').selectAll().execute();
      expect(delivery).toMatchObject({
        status: 'failed',
        wake_at: null,
        error: expect.stringContaining('may have arrived'),
      });
      const events = await db.selectFrom('events').select('seq').execute();
      const [webhook] = await db.selectFrom('webhooks').select('seen_seq').execute();
      expect(webhook?.seen_seq).toBeGreaterThanOrEqual(Math.max(...events.map(({ seq }) => seq)));
    } finally {
      await store.close();
    }
  });

  it('refuses a target that contains data, unless it may replace it', async () => {
    const data = scene.folder('twice');
    await scene.restore(file, data);
    await expect(scene.restore(file, data)).rejects.toMatchObject({ reason: 'not_empty' });
    const replaced = await scene.restore(file, data, { replace: true });
    if (ON_POSTGRES) return expect(replaced.former).toBeNull();
    const former = DatabaseFile.open(join(replaced.former ?? '', 'postrider.db'));
    expect(former.findDamage()).toBeNull();
    expect(former.count()).toContainEqual({ name: 'workspaces', rows: 1 });
    former.close();
  });

  it('refuses a target that another process uses', async () => {
    const before = await stateOf(folder);
    await expect(scene.restore(file, folder, { replace: true })).rejects.toMatchObject({ reason: 'in_use' });
    expect((await original.get('/v1/me')).status).toBe(200);
    expect(await stateOf(folder)).toEqual(before);
  });

  it.skipIf(ON_POSTGRES)('refuses an empty folder that a backend has just taken', async () => {
    const data = scene.folder('taken');
    const unlock = lockFolder(data);
    await expect(scene.restore(file, data)).rejects.toMatchObject({ reason: 'in_use' });
    unlock?.();
    await scene.restore(file, data);
  });

  it.each(['unpack', 'check', 'hold', 'files'] as const)(
    'changes nothing if it is interrupted: at %s',
    async (step) => {
      const data = scene.folder(`interrupted-${step}`);
      const ending = new AbortController();
      const restored = scene.restore(file, data, {
        signal: ending.signal,
        progress: (done: RestoreProgress) => {
          if (done.step === step) ending.abort();
        },
      });
      await expect(restored).rejects.toMatchObject({ name: 'AbortError' });
      expect(await stateOf(data)).toEqual({ workspaces: 0, left: [] });
    },
  );

  it('removes what a killed process left, but not what belongs to a running one', async () => {
    const data = scene.folder('killed');
    const [dead, alive] = ['.postrider-2147483646-abc', `.postrider-${process.pid}-abc`];
    for (const name of [dead, alive]) mkdirSync(join(data, name));
    await scene.restore(file, data);
    expect((await stateOf(data)).left).toEqual([alive]);
  });

  it.skipIf(ON_POSTGRES)('never applies the log of a former database to the restored one', async () => {
    const data = scene.folder('log');
    writeFileSync(join(data, 'postrider.db-wal'), 'of a former database');
    const { former } = await scene.restore(file, data);
    expect(existsSync(join(data, 'postrider.db-wal'))).toBe(false);
    expect(readdirSync(former ?? '')).toEqual(['postrider.db-wal']);
  });

  it.skipIf(ON_POSTGRES)('replaces a damaged database, and keeps it aside', async () => {
    const data = scene.folder('damaged');
    writeFileSync(join(data, 'postrider.db'), 'not a database, whatever its name says. '.repeat(200));
    const { former } = await scene.restore(file, data, { replace: true });
    expect(readFileSync(join(former ?? '', 'postrider.db'), 'utf8')).toContain('not a database');
    expect(await stateOf(data)).toEqual({ workspaces: 1, left: [] });
  });

  it.skipIf(ON_POSTGRES)('migrates the database of an older version, which a backup does not', async () => {
    const older = scene.folder('older');
    const made = DatabaseFile.create(join(older, 'postrider.db'), CURRENT_SCHEMA - 1);
    made.insert(
      'workspaces',
      ['id', 'name', 'sandbox', 'timezone', 'grace_ms', 'created_at'],
      [['ws_1', 'Bakery', 1, 'Europe/Berlin', 1, 1]],
    );
    made.close();
    const { file: backup, manifest } = await scene.backup(older, 'older.tar.gz');
    expect(manifest.database.schema).toBe(CURRENT_SCHEMA - 1);
    const data = scene.folder('newer');
    await scene.restore(backup, data);
    const found = DatabaseFile.open(join(data, 'postrider.db'));
    expect([found.schema, found.findDamage()]).toEqual([CURRENT_SCHEMA, null]);
    found.close();
  });

  it('reads files from a bucket and writes them to one', async () => {
    const bucket = await S3Double.start();
    const other = await S3Double.start();
    try {
      const now = clock.now();
      const local = scene.folder('bucket');
      const from = await openStorage({ dataFolder: local, s3: bucket.settings, now });
      for (const variant of [{}, { variant: 'thumbnail' }]) {
        const incoming = await from.receive();
        await incoming.write(Uint8Array.from(PHOTO));
        await incoming.save({ workspaceId: original.workspace.id, sha256: PHOTO_SHA, ...variant });
      }
      const to = join(scene.home, 'bucket.tar.gz');
      const made = await makeBackup({
        ...{ location: (await testPlace(folder)).place, storage: from, to, workIn: dirname(to), clock },
        ...{ signal: new AbortController().signal, progress: () => undefined },
      });
      expect(made).toMatchObject({ files: 1, missing: { count: 0 }, changed: { count: 0 } });
      const data = scene.folder('to-bucket');
      const storage = await openStorage({ dataFolder: data, s3: other.settings, now });
      await scene.restore(to, data, { storage });
      expect([...other.objects.keys()].sort()).toEqual([...bucket.objects.keys()].sort());
      expect([...other.objects.values()]).toContainEqual(PHOTO);
    } finally {
      await Promise.all([bucket.close(), other.close()]);
    }
  });
});
