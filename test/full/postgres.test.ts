import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackendOptions } from '../../src/backend/app/backend-options.js';
import type { Role } from '../../src/backend/app/role.js';
import { systemClock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { untilWritten } from '../../src/backend/store/database-errors.js';
import { recordEvent } from '../../src/backend/store/events.js';
import { openDatabase } from '../../src/backend/store/open-database.js';
import { openPostgres } from '../../src/backend/store/postgres/open-postgres.js';
import type { Store } from '../../src/backend/store/store.js';
import type { EventPage } from '../../src/contract/events/events.js';
import type { Post } from '../../src/contract/posts/posts.js';
import { Machine } from '../cli/support/program.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { workspaceRow } from '../support/rows/rows.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { TEST_KEY_TEXT } from '../support/secret-key.js';

let server: PostgresServer;
let databaseUrl: string;
let folder: string;
let databases = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server.end());

beforeEach(async () => {
  databaseUrl = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'postrider-files-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

async function freshDatabase(): Promise<string> {
  databases += 1;
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query(`create database fresh_${databases}`);
  await client.end();
  return server.url(`fresh_${databases}`);
}

type Process = BackendUnderTest<typeof systemClock>;

const start = (role: Role, more: Partial<BackendOptions> = {}): Promise<Process> =>
  BackendUnderTest.startOn(systemClock, folder, { databaseUrl, role, ...more });

const post = (text: string) => ({ platform: 'bluesky', text, scheduleMode: 'now' });

describe('two processes in a deadlock', () => {
  it('both succeed: the one rolled back retries', async () => {
    const one = await openPostgres(databaseUrl);
    const other = await openPostgres(databaseUrl);
    try {
      const now = Date.now();
      await one.write(async (trx) => {
        for (const id of ['ws_1', 'ws_2'])
          await trx.insertInto('workspaces').values(workspaceRow(id, now)).execute();
      });
      let held = 0;
      const renameBoth = (store: Store, name: string, order: readonly string[]) =>
        untilWritten(() =>
          store.write(
            async (trx) => {
              for (const id of order) {
                await trx.updateTable('workspaces').set({ name }).where('id', '=', id).execute();
                held += 1;
                // Each locks one row before either requests the other's.
                while (held < 2) await sleep(5);
              }
            },
            { rows: true },
          ),
        );
      await Promise.all([
        renameBoth(one, 'one', ['ws_1', 'ws_2']),
        renameBoth(other, 'other', ['ws_2', 'ws_1']),
      ]);
      expect(held).toBeGreaterThan(4);
      const rows = await one.db.selectFrom('workspaces').select('name').execute();
      expect(new Set(rows.map(({ name }) => name)).size).toBe(1);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});

describe('an API process and a publishing process', () => {
  it('publish together, and a waiting read returns at once', async () => {
    const api = await start('api');
    const publisher = await start('publisher');
    try {
      const made = await api.post<Post>('/v1/posts', post('Published by another process'));
      expect(made.status).toBe(201);
      let seen = made.body;
      const giveUpAt = Date.now() + 20_000;
      while (seen.status !== 'published' && Date.now() < giveUpAt) {
        seen = (await api.get<Post>(`/v1/posts/${made.body.id}?wait=10`)).body;
      }
      expect(seen.status).toBe('published');
      expect((await publisher.get('/healthz')).body).toMatchObject({ status: 'ok' });
      expect((await publisher.get('/readyz')).status).toBe(200);
      const ready = await api.get<{ checks: readonly object[] }>('/readyz');
      expect(ready.body.checks).toContainEqual(
        expect.objectContaining({ name: 'publisher', status: 'skipped' }),
      );
      expect(await publisher.get('/v1/posts')).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('--role api') },
      });
    } finally {
      await Promise.all([api.close(), publisher.close()]);
    }
  });

  it('leave due posts alone while no process publishes', async () => {
    const api = await start('api');
    try {
      const { body } = await api.post<Post>('/v1/posts', post('Nobody publishes yet'));
      await sleep(2_500);
      expect((await api.get<Post>(`/v1/posts/${body.id}`)).body.status).toBe('queued');
    } finally {
      await api.close();
    }
  });

  it('do not start with local file storage', async () => {
    const api = await start('all');
    const upload = new FormData();
    upload.append('file', new Blob(['no image']), 'no.txt');
    const elsewhere = mkdtempSync(join(tmpdir(), 'postrider-files-'));
    try {
      const { store } = api.backend.services;
      await store.write((trx) =>
        trx
          .insertInto('media')
          .values({
            workspace_id: api.workspace.id,
            key: 'media_1',
            sha256: '00',
            kind: 'image',
            content_type: 'image/png',
            bytes: 1,
            width: 1,
            height: 1,
            duration_seconds: null,
            frames_per_second: null,
            codecs_json: '[]',
            warnings_json: '[]',
            filename: null,
            has_thumbnail: 0,
            created_by_key: 'key_1',
            created_at: 1,
            used_at: 1,
          })
          .execute(),
      );
      const other = () => BackendUnderTest.startOn(systemClock, elsewhere, { databaseUrl });
      await expect(other()).rejects.toMatchObject({ reason: 'media_elsewhere' });
      await (await start('publisher')).close();
    } finally {
      await api.close();
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});

describe('two API processes', () => {
  it('act once per idempotency key, and share the rate limit of a key', async () => {
    const one = await start('all', { requestsPerMinute: 20 });
    const other = await start('all', { requestsPerMinute: 20 });
    try {
      const headers = { 'idempotency-key': 'the-same' };
      const sent = await Promise.all(
        [one, other].map((process) =>
          process.post<Post>('/v1/posts', post('Once'), { key: one.key, headers }),
        ),
      );
      expect(sent.map(({ status }) => status)).toEqual([201, 201]);
      expect(sent[0]?.body.id).toBe(sent[1]?.body.id);
      const asked = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 ? one : other).get('/v1/accounts', { key: one.key }),
        ),
      );
      const refused = asked.filter(({ status }) => status === 429).length;
      expect(refused).toBeGreaterThanOrEqual(8);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});

describe('the event log', () => {
  it('is read completely and in order while several processes write', async () => {
    const reader = await start('api');
    const writers = await Promise.all([1, 2, 3].map(() => openDatabase({ dataFolder: folder, databaseUrl })));
    const { id: workspaceId } = reader.workspace;
    const first = await reader.get<EventPage>('/v1/events?start=now');
    let cursor = first.body.position;
    const seen: string[] = [];
    try {
      const written = writers.map(async (store, writer) => {
        for (let number = 0; number < 40; number += 1) {
          await store.write(async (trx) => {
            await recordEvent(trx, randomIds, {
              workspaceId,
              type: 'post.published',
              objectId: `${writer}-${number}`,
              data: { postId: `${writer}-${number}`, status: 'published', targets: [] },
              now: Date.now(),
            });
            // An event with a later number must not become visible earlier.
            await sleep(Math.random() * 5);
          });
        }
      });
      const all = Promise.all(written);
      let ended = false;
      all.then(() => {
        ended = true;
      });
      for (let more = true; more; ) {
        more = !ended;
        const { body } = await reader.get<EventPage>(
          `/v1/events?cursor=${encodeURIComponent(cursor)}&limit=50`,
        );
        seen.push(...body.data.map((event) => String(Reflect.get(event.data, 'postId'))));
        cursor = body.position;
        if (body.data.length > 0) more = true;
      }
      await all;
    } finally {
      await Promise.all([...writers.map((store) => store.close()), reader.close()]);
    }
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });
});

describe('a database outage', () => {
  it('is reported as such, and work resumes when it is over', async () => {
    const process = await start('all');
    try {
      await server.halt('immediate');
      const away = await process.get('/v1/accounts');
      expect(away).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } });
      await server.run();
      let made = await process.post<Post>('/v1/posts', post('After it was back'));
      for (let tries = 0; made.status === 503 && tries < 20; tries += 1) {
        await sleep(200);
        made = await process.post<Post>('/v1/posts', post('After it was back'));
      }
      let seen = made.body;
      const giveUpAt = Date.now() + 20_000;
      while (seen.status !== 'published' && Date.now() < giveUpAt) {
        seen = (await process.get<Post>(`/v1/posts/${made.body.id}?wait=5`)).body;
      }
      expect(seen.status).toBe('published');
    } finally {
      await process.close();
    }
  });
});

describe('an unusable database', () => {
  const at = (change: (url: URL) => void): string => {
    const url = new URL(server.url());
    change(url);
    return url.href;
  };
  const CASES: readonly [string, (url: URL) => void, RegExp][] = [
    ['address_invalid', (url) => (url.pathname = ''), /postgres:\/\/user:password@host/],
    ['unreachable', (url) => (url.port = '1'), /No PostgreSQL server can be reached at .*:1/],
    ['password_wrong', (url) => (url.password = 'guessed-wrong'), /rejected the user or password/],
    ['not_there', (url) => (url.pathname = '/nowhere'), /The database at .*\/nowhere does not exist/],
  ];
  it.each(CASES)(
    'is reported with the reason (%s) but without the password',
    async (reason, change, words) => {
      const opening = openDatabase({ dataFolder: folder, databaseUrl: at(change) });
      const error = await opening.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ reason, message: expect.stringMatching(words) });
      expect(String(error)).not.toMatch(/secret-of-tests|guessed-wrong/);
    },
  );
});

describe('the command line', () => {
  it('serves, creates keys and signs in on the database in DATABASE_URL, and never shows its password', async () => {
    const machine = new Machine();
    const env = { DATABASE_URL: databaseUrl };
    try {
      const keyFile = join(machine.home, 'secret.key');
      writeFileSync(keyFile, TEST_KEY_TEXT);
      const url = await machine.serve('--database-url', databaseUrl, '--secret-key-file', keyFile);
      const made = await machine.run(['keys', 'create', '--label', 'test', '--preset', 'full'], { env });
      expect(made).toMatchObject({ code: 0 });
      expect(made.stdout).toContain('postgres://postgres@127.0.0.1');
      const key = /postrider_api_\w+/.exec(made.stdout)?.[0] ?? '';
      const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      expect(me.status).toBe(200);
      const listed = await machine.run(['keys', 'list'], { env });
      const link = await machine.run(['dashboard', '--quiet'], { env });
      expect(link.stdout).toMatch(/\/sign-in\?token=/);
      const wrong = await machine.run(['keys', 'list'], {
        env: { DATABASE_URL: databaseUrl.replace('secret-of-tests', 'guessed-wrong') },
      });
      expect(wrong).toMatchObject({ code: 3 });
      for (const { stdout, stderr } of [made, listed, link, wrong]) {
        expect(stdout + stderr).not.toMatch(/secret-of-tests|guessed-wrong/);
      }
      const lone = await machine.run(['serve', '--role', 'publisher']);
      expect(lone).toMatchObject({ code: 2 });
      expect(await machine.stopBackend()).toBe(0);
    } finally {
      await machine.remove();
    }
  });
});
