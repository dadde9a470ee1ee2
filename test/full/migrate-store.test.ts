import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/backend/base/clock.js';
import type { Post } from '../../src/contract/posts/posts.js';
import { Machine } from '../cli/support/program.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { TEST_KEY } from '../support/secret-key.js';

type Running = BackendUnderTest<typeof systemClock>;

let server: PostgresServer;
let machine: Machine;

beforeAll(async () => {
  server = await PostgresServer.start();
  machine = new Machine();
});

afterAll(async () => {
  await machine.remove();
  await server.end();
});

it('moves all data of a backend to PostgreSQL, and refuses if anything would be lost', async () => {
  const env = { DATABASE_URL: server.url() };
  const nothing = await machine.run(['migrate-store'], { env });
  expect(nothing).toMatchObject({ code: 3, stderr: expect.stringContaining('No embedded database') });

  const before = await BackendUnderTest.startOn(systemClock, machine.data);
  const ids: string[] = [];
  for (let number = 0; number < 30; number += 1) {
    const text = `Post ${number}: “Grüße” 🎉 and a "quote" \\ and\na line`;
    const { body } = await before.post<Post>('/v1/posts', { platform: 'mastodon', text });
    ids.push(body.id);
  }
  const listed = await postsOf(before, before.key);
  await before.close();

  const moved = await machine.run(['migrate-store', '--json'], { env });
  expect(moved).toMatchObject({ code: 0 });
  const { tables, rows } = JSON.parse(moved.stdout);
  expect(tables).toContainEqual({ name: 'posts', rows: 30 });
  expect(rows).toBeGreaterThan(60);

  const again = await machine.run(['migrate-store'], { env });
  expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining('already contains data') });
  const unsaid = await machine.run(['migrate-store', '--replace'], { env });
  expect(unsaid).toMatchObject({ code: 8 });
  const replaced = await machine.run(['migrate-store', '--replace', '--yes', '--quiet'], { env });
  expect(replaced).toMatchObject({ code: 0, stdout: `${rows}\n` });

  const after = await BackendUnderTest.startOn(systemClock, machine.data, { databaseUrl: server.url() });
  try {
    expect(await postsOf(after, before.key)).toBe(listed);
    const made = await after.post<Post>('/v1/posts', { platform: 'mastodon', text: 'The first one here' });
    expect(made.status).toBe(201);
    const running = await after.backend.services.store.db.selectFrom('events').select('seq').execute();
    expect(new Set(running.map(({ seq }) => seq)).size).toBe(running.length);
  } finally {
    await after.close();
  }
});

/** Everything the API returns about posts, except the port in URLs. */
async function postsOf({ backend }: Running, key: string): Promise<string> {
  const answer = await fetch(`${backend.url}/v1/posts?limit=50`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return (await answer.text()).replaceAll(backend.url, 'http://postrider');
}

it('keeps nothing if part of the data does not arrive', async () => {
  const admin = new pg.Client({ connectionString: server.url() });
  await admin.connect();
  await admin.query('create database partly');
  await admin.end();
  const url = server.url('partly');
  const first = await BackendUnderTest.startOn(systemClock, ':memory:', {
    databaseUrl: url,
    secretKey: TEST_KEY,
  });
  await first.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger lose before insert on activity for each row execute function lose()`);
    const moved = await machine.run(['migrate-store', '--to', url, '--replace', '--yes']);
    expect(moved).toMatchObject({ code: 3, stderr: expect.stringContaining('The copy was rolled back') });
    const { rows } = await client.query('select count(*) as posts from posts');
    expect(rows[0]?.posts).toBe('0');
  } finally {
    await client.end();
  }
});
