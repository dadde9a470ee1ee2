import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickHash } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { TEST_KEY } from '../../../../test/support/secret-key.js';
import { SERVER_VARIABLE } from '../../../../test/support/test-store.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { BackendOptions } from '../../app/backend-options.js';
import type { RunningBackend } from '../../app/running-backend.js';
import { startBackend } from '../../app/start.js';
import { systemClock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import { migrate } from '../../store/migrate.js';
import { people } from '../../store/migrations/0042-people.js';
import { MIGRATIONS } from '../../store/migrations/migrations.js';
import { migratePostgres } from '../../store/postgres/migrate-postgres.js';
import { hashOfKey, newKeyText } from '../access/key-text.js';
import { hashOfSecret, newSecret } from '../access/secrets.js';
import { listMembers } from './members.js';

/** Migrations that the version before people had. */
const BEFORE = MIGRATIONS.indexOf(people);

const PASSWORD = 'the beans are in the blue tin';
const DAY = 24 * 60 * 60 * 1000;
const NOW = systemClock.now();
const WORKSPACE = 'ws_01k9x3m5t7v9b2c4d6f8g0h1jk';
const PERSON_KEY = 'key_01k9x3m5t7v9b2c4d6f8g0h1jp';

const cookie = newSecret();
const link = newSecret();
const key = newKeyText();

type Row = Readonly<Record<string, string | number | null>>;

const keyRow = (more: Row): Row => ({
  ...{ workspace_id: WORKSPACE, prefix: '', scopes_json: '["posts:read","posts:write"]', created_at: NOW },
  ...{ expires_at: null, revoked_at: null, last_used_at: null, confirm: null, read_only: 0 },
  ...more,
});

/** What the version before people wrote, of everything that people change. */
const ROWS: readonly (readonly [table: string, row: Row])[] = [
  [
    'workspaces',
    {
      ...{ id: WORKSPACE, name: 'Fernhill', sandbox: 1, timezone: 'UTC', grace_ms: 3_600_000 },
      ...{ clock_offset_ms: 0, clock_frozen_at: null, created_at: NOW - 90 * DAY },
    },
  ],
  ['admin_password', { id: 1, hash: quickHash(PASSWORD), changed_at: NOW - 80 * DAY }],
  ['api_keys', keyRow({ id: 'key_1', kind: 'key', label: 'agent', hash: hashOfKey(key) })],
  [
    'api_keys',
    keyRow({
      ...{ id: PERSON_KEY, kind: 'person', label: 'You, in the dashboard' },
      hash: `person of ${WORKSPACE}`,
    }),
  ],
  [
    'sessions',
    {
      ...{ hash: hashOfSecret(cookie), workspace_id: WORKSPACE, created_at: NOW - DAY },
      ...{ last_used_at: NOW - DAY, expires_at: NOW + DAY, browser: 'Firefox on Linux', address: '' },
    },
  ],
  [
    'sign_in_links',
    { hash: hashOfSecret(link), workspace_id: WORKSPACE, created_at: NOW, expires_at: NOW + 900_000 },
  ],
  [
    'activity',
    {
      ...{ workspace_id: WORKSPACE, api_key_id: PERSON_KEY, operation: 'labels.create', object_id: null },
      ...{ summary: 'created the label “Old”', request_id: 'req_1', created_at: NOW - DAY },
    },
  ],
];

interface OldData {
  readonly place: Pick<BackendOptions, 'dataFolder' | 'databaseUrl' | 'secretKey'>;
  dispose(): Promise<void>;
}

function oldFolder(rows: typeof ROWS): OldData {
  const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-old-'));
  const database = new Database(join(dataFolder, 'postrider.db'));
  migrate(database, BEFORE);
  for (const [table, row] of rows) {
    const marks = Object.keys(row).map(() => '?');
    database
      .prepare(`insert into ${table} (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`)
      .run(...Object.values(row));
  }
  database.close();
  return {
    place: { dataFolder, secretKey: TEST_KEY },
    dispose: async () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

async function oldDatabase(server: string, rows: typeof ROWS): Promise<OldData> {
  const name = `upgrade_${newSecret().toLowerCase().replaceAll(/\W/g, '_').slice(0, 20)}`;
  const admin = new pg.Pool({ connectionString: server, max: 1 });
  await admin.query(`create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  await migratePostgres(pool, url.href, BEFORE);
  for (const [table, row] of rows) {
    const marks = Object.keys(row).map((_, index) => `$${index + 1}`);
    await pool.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`,
      Object.values(row),
    );
  }
  await pool.end();
  const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-old-'));
  return {
    place: { dataFolder, databaseUrl: url.href, secretKey: TEST_KEY },
    dispose: async () => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

const oldData = async (rows = ROWS): Promise<OldData> => {
  const server = process.env[SERVER_VARIABLE];
  return server === undefined ? oldFolder(rows) : oldDatabase(server, rows);
};

const start = ({ place }: OldData) =>
  startBackend({ ...place, port: 0, log: silentLog, readsLinkedPages: false, demoVisitors: false });

describe('the data of the version before people', () => {
  let data: OldData;
  let backend: RunningBackend;
  beforeAll(async () => {
    data = await oldData();
    backend = await start(data);
  });
  afterAll(async () => {
    await backend.close();
    await data.dispose();
  });

  const visitor = () => new Visitor(backend.url);

  it('has one person: the owner, with the admin password and no name', async () => {
    const members = await listMembers(backend.services.store.db, WORKSPACE);
    expect(members).toMatchObject([
      { id: WORKSPACE.replace('ws_', 'psn_'), name: null, role: 'owner', hasPassword: true },
    ]);
  });

  it('lets the owner in with the password alone, and the page asks for nothing else', async () => {
    const owner = visitor();
    const { html } = await owner.open('/sign-in');
    expect([html.includes('Admin password'), html.includes('name="name"')]).toEqual([true, false]);
    expect((await owner.send('/sign-in', { password: PASSWORD })).status).toBe(303);
    expect((await owner.open('/settings/people')).status).toBe(200);
  });

  it('keeps the browser signed in that was', async () => {
    const { status } = await fetch(`${backend.url}/settings/keys`, {
      headers: { cookie: `postrider_session_${backend.port}=${cookie}; postrider_session=${cookie}` },
      redirect: 'manual',
    });
    expect(status).toBe(200);
  });

  it('accepts the sign-in link that was not used yet', async () => {
    expect((await visitor().open(`/sign-in?token=${link}`)).status).toBe(303);
  });

  it('accepts its API keys with the scopes that they had', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${backend.url}/v1/me`, { headers });
    expect(await answer.json()).toMatchObject({ key: { scopes: ['posts:read', 'posts:write'] } });
  });

  it('names the owner in what was done in the dashboard, and goes on under the same key', async () => {
    const owner = visitor();
    await owner.send('/sign-in', { password: PASSWORD });
    await owner.send('/settings/labels', { name: 'New' });
    const rows = await backend.services.store.db
      .selectFrom('activity')
      .select(['api_key_id', 'summary'])
      .where('operation', '=', 'labels.create')
      .execute();
    expect(new Set(rows.map(({ api_key_id }) => api_key_id))).toEqual(new Set([PERSON_KEY]));
    expect(rows).toHaveLength(2);
    const { html } = await owner.open('/activity');
    expect(html).not.toContain('“You, in the dashboard”');
  });
});

it('a password that was set before there was a workspace becomes that of its first owner', async () => {
  const data = await oldData(ROWS.filter(([table]) => table === 'admin_password'));
  const backend = await start(data);
  const owner = new Visitor(backend.url);
  expect((await owner.send('/sign-in', { password: PASSWORD })).status).toBe(303);
  expect((await owner.open('/settings/people')).status).toBe(200);
  await backend.close();
  await data.dispose();
});

it('a new installation has an owner without a password', async () => {
  const test = await BackendUnderTest.start();
  const members = await listMembers(test.backend.services.store.db, test.workspace.id);
  expect(members).toMatchObject([{ name: null, role: 'owner', hasPassword: false }]);
  await test.close();
});
