import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionTo } from '../../src/backend/store/postgres/pool.js';
import { LAUNCHER, Machine } from '../cli/support/program.js';
import { fixture } from '../support/media/media-file.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { STORES, type StoreKind } from '../support/processes/both-stores.js';
import { TEST_KEY_TEXT } from '../support/secret-key.js';
import { until } from '../support/until.js';

/** Where a backend stores its data. */
interface Place {
  readonly data: string;
  readonly databaseUrl: string | undefined;
}

let server: PostgresServer;
let machine: Machine;
let places = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
  machine = new Machine();
});
afterAll(async () => {
  await machine.remove();
  await server.end();
});

async function newPlace(kind: StoreKind): Promise<Place> {
  places += 1;
  const name = `place_${places}`;
  const data = join(machine.home, name);
  mkdirSync(data);
  // As an operator brings it to another machine.
  writeFileSync(join(data, 'secret.key'), TEST_KEY_TEXT, { mode: 0o600 });
  if (kind !== 'PostgreSQL') return { data, databaseUrl: undefined };
  const admin = new pg.Client({ connectionString: server.url() });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { data, databaseUrl: server.url(name) };
}

const at = ({ data, databaseUrl }: Place): string[] => [
  ...['--data', data],
  ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl]),
];

/** Every row of every table, as text that does not depend on the database. */
async function rowsIn({ data, databaseUrl }: Place): Promise<Record<string, string[]>> {
  const query = await queryOn(data, databaseUrl);
  try {
    const names = await query(
      databaseUrl === undefined
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name"
        : "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const tables: Record<string, string[]> = {};
    for (const { name } of names) {
      if (ONLY_ON_POSTGRES.includes(String(name))) continue;
      const rows = await query(`select * from "${name}"`);
      tables[String(name)] = rows.map(textOf).sort();
    }
    return tables;
  } finally {
    await query.end();
  }
}

const ONLY_ON_POSTGRES = ['postrider_schema', 'rate_buckets'];

type Row = Readonly<Record<string, unknown>>;
type Query = ((sql: string) => Promise<readonly Row[]>) & { readonly end: () => Promise<void> };

async function queryOn(data: string, databaseUrl: string | undefined): Promise<Query> {
  if (databaseUrl === undefined) {
    const database = new Database(join(data, 'postrider.db'));
    const all = async (sql: string) => database.prepare(sql).all() as Row[];
    return Object.assign(all, { end: async () => void database.close() });
  }
  const client = new pg.Client(connectionTo(databaseUrl));
  await client.connect();
  const all = async (sql: string) => (await client.query<Row>(sql)).rows;
  return Object.assign(all, { end: () => client.end() });
}

const textOf = (row: Row): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== '_metadata')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

function postIds({ posts = [] }: Record<string, string[]>): Set<string> {
  return new Set(posts.map((row) => /"id","(post_\w+)"/.exec(row)?.[1] ?? ''));
}

/** Files that a backup contains, by path. */
function filesIn({ data }: Place): Record<string, string> {
  const folder = join(data, 'media');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /[0-9a-f]{64}(\.thumbnail)?$/.test(name) && statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

let writers = 0;

/** Writes posts and files until it is stopped, and remembers which were acknowledged. */
class Writer {
  readonly posts: string[] = [];
  readonly failures: string[] = [];
  uploads = 0;
  readonly #number: number;
  readonly #url: string;
  readonly #key: string;
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(url: string, key: string) {
    writers += 1;
    this.#number = writers;
    this.#url = url;
    this.#key = key;
    this.#running = Promise.all([this.#writePosts(1), this.#writePosts(2), this.#upload()]).then(
      () => undefined,
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #writePosts(lane: number): Promise<void> {
    for (let number = 1; !this.#stopped; number += 1) {
      const text = `Writer ${this.#number}, lane ${lane}, post ${number}: “Grüße” 🎉 and a "quote" \\ and\na line`;
      const body = {
        platform: lane === 1 ? 'mastodon' : 'bluesky',
        text,
        scheduledAt: '2030-01-01T09:00:00Z',
      };
      const made = await this.#send('/v1/posts', JSON.stringify(body), 'application/json');
      if (made !== null) this.posts.push((made as { id: string }).id);
    }
  }

  async #upload(): Promise<void> {
    for (let number = 1; !this.#stopped; number += 1) {
      // Bytes after the end of a JPEG are ignored.
      const bytes = Buffer.concat([
        fixture('photo.jpg'),
        Buffer.alloc(200_000, `${this.#number} ${number} `),
      ]);
      if ((await this.#send('/v1/media', bytes, 'application/octet-stream')) !== null) this.uploads += 1;
    }
  }

  async #send(path: string, body: string | Buffer, type: string): Promise<unknown> {
    const answer = await fetch(this.#url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': type },
      body: typeof body === 'string' ? body : Uint8Array.from(body),
    });
    if (answer.status === 201) return answer.json();
    this.failures.push(`${answer.status} ${await answer.text()}`);
    return null;
  }
}

const other = (kind: StoreKind): StoreKind =>
  kind === 'PostgreSQL' ? 'the embedded database' : 'PostgreSQL';

describe.each(STORES)('a backup of %s', (kind) => {
  let place: Place;
  let key: string;

  /** Starts a backend that is used by the work, and stops it. */
  async function whileServing(work: (url: string) => Promise<void>): Promise<void> {
    const url = await machine.serve(...at(place), '--requests-per-minute', '1000000');
    try {
      await work(url);
    } finally {
      await machine.stopBackend();
    }
  }

  beforeAll(async () => {
    place = await newPlace(kind);
    const made = await machine.run([
      'keys',
      'create',
      '--label',
      'test',
      '--preset',
      'full',
      '--quiet',
      ...at(place),
    ]);
    expect(made.code, made.stderr).toBe(0);
    key = made.stdout.trim();
    await whileServing(async (url) => {
      const writer = new Writer(url, key);
      while (writer.failures.length === 0 && (writer.posts.length < 100 || writer.uploads < 20)) await turn();
      await writer.stop();
      expect(writer.failures).toEqual([]);
    });
  });

  it('has one consistent state, while the backend goes on writing', async () => {
    const earlier = postIds(await rowsIn(place));
    await whileServing(async (url) => {
      const writer = new Writer(url, key);
      for (const round of [1, 2, 3]) {
        await until(() => writer.posts.length >= round * 30);
        const before = [...writer.posts];
        const file = join(machine.home, `online-${places}-${round}.tar.gz`);
        const made = await machine.run(['backup', file, '--json', ...at(place)]);
        expect(made, made.stderr).toMatchObject({ code: 0 });
        const after = new Set(writer.posts);
        const target = await newPlace(round === 2 ? other(kind) : kind);
        const restored = await machine.run(['restore', file, '--json', '--keep-scheduled', ...at(target)]);
        expect(restored, restored.stderr).toMatchObject({ code: 0 });
        const rows = await rowsIn(target);
        const ids = postIds(rows);
        // What was acknowledged before is there; what is there has its target.
        expect(before.filter((id) => !ids.has(id))).toEqual([]);
        expect(rows['targets']).toHaveLength(ids.size);
        expect(rows['post_history']).toHaveLength(ids.size);
        // Each of the two lanes may have one that is not acknowledged yet.
        expect([...ids].filter((id) => !after.has(id) && !earlier.has(id)).length).toBeLessThanOrEqual(2);
        const uploads = Object.keys(filesIn(target)).filter((name) => !name.endsWith('.thumbnail'));
        expect(uploads).toHaveLength(rows['media']?.length ?? 0);
      }
      const during = writer.posts.length;
      await until(() => writer.posts.length > during);
      await writer.stop();
      expect(writer.failures).toEqual([]);
    });
  });

  it('restores every row and every byte, into either store', async () => {
    const file = join(machine.home, `whole-${places}.tar.gz`);
    const made = await machine.run(['backup', file, ...at(place)]);
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const expected = await rowsIn(place);
    expect(expected['posts']?.length).toBeGreaterThan(90);
    for (const into of STORES) {
      const target = await newPlace(into);
      const restored = await machine.run(['restore', file, '--keep-scheduled', ...at(target)]);
      expect(restored, restored.stderr).toMatchObject({ code: 0 });
      const found = await rowsIn(target);
      expect(Object.keys(found)).toEqual(Object.keys(expected));
      for (const [table, rows] of Object.entries(found)) {
        // Sign-ins end with a restore, and the place of the files is another one.
        if (['sessions', 'sign_in_links'].includes(table)) expect(rows).toEqual([]);
        else expect(rows, table).toEqual(expected[table]?.filter((row) => !row.includes('media_place')));
      }
      expect(filesIn(target)).toEqual(filesIn(place));
      const url = await machine.serve(...at(target));
      const posts = await fetch(`${url}/v1/posts?limit=1`, { headers: { authorization: `Bearer ${key}` } });
      expect(posts.status).toBe(200);
      const running = await machine.run(['restore', file, '--replace', '--yes', ...at(target)]);
      expect(running.code, running.stderr).toBe(4);
      await machine.stopBackend();
    }
  });

  it('is there as a whole or not at all, whenever the program is killed', async () => {
    const folder = join(machine.home, `killed-${places}`);
    mkdirSync(folder);
    const before = await rowsIn(place);
    // The stages of the work, by what can be seen of them.
    const stages = [
      (work: string) => work !== '',
      (work: string) => existsSync(join(work, 'postrider.db')),
      (work: string) => existsSync(join(work, 'archive')),
      (work: string) => existsSync(join(work, 'sums')),
    ];
    for (const reached of stages) {
      await killWhen(['backup', folder, ...at(place)], folder, reached);
      expect(readdirSync(folder).filter((name) => !name.startsWith('.postrider-'))).toEqual([]);
    }
    expect(await rowsIn(place)).toEqual(before);
    const made = await machine.run(['backup', folder, '--quiet', ...at(place)]);
    expect(made, made.stderr).toMatchObject({ code: 0 });
    // What the killed ones left is gone too.
    expect(readdirSync(folder)).toHaveLength(1);
    const checked = await machine.run(['restore', '--check', made.stdout.trim()]);
    expect(checked, checked.stderr).toMatchObject({ code: 0 });
  });

  it('is restored as a whole or not at all, whenever the program is killed', async () => {
    const file = join(machine.home, `restored-${places}.tar.gz`);
    await machine.run(['backup', file, ...at(place)]);
    const target = await newPlace(kind);
    const inPlace = join(target.data, 'postrider.db');
    const stages = [
      (work: string) => work !== '',
      (work: string) => existsSync(join(work, 'postrider.db')),
      (work: string) => existsSync(join(work, 'SHA256SUMS')),
      (work: string) => existsSync(join(work, 'postrider.db-wal')),
      () => existsSync(join(target.data, 'media')),
      (work: string) => existsSync(join(work, 'ready.db')),
      () => existsSync(inPlace),
    ];
    const complete = (await rowsIn(place))['posts']?.length ?? 0;
    for (const reached of stages) {
      const ended = await killWhen(
        ['restore', file, '--replace', '--yes', '--keep-scheduled', ...at(target)],
        target.data,
        reached,
      );
      const isThere = kind === 'PostgreSQL' || existsSync(inPlace);
      const posts = isThere ? ((await rowsIn(target))['posts']?.length ?? 0) : 0;
      expect([0, complete], `killed: ${ended}`).toContain(posts);
      if (posts === complete) expect(filesIn(target)).toEqual(filesIn(place));
    }
    const restored = await machine.run([
      'restore',
      file,
      '--replace',
      '--yes',
      '--keep-scheduled',
      ...at(target),
    ]);
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect((await rowsIn(target))['posts']).toEqual((await rowsIn(place))['posts']);
    expect(filesIn(target)).toEqual(filesIn(place));
    expect(readdirSync(target.data).filter((name) => name.startsWith('.postrider-'))).toEqual([]);
  });
});

/** Starts a command, and kills it once its work folder is in a state. @returns whether it was still running */
async function killWhen(
  args: readonly string[],
  folder: string,
  reached: (work: string) => boolean,
): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, ...args], {
    env: machine.env,
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const work = (): string => {
    const name = readdirSync(folder).find((one) => one.startsWith(`.postrider-${child.pid}-`));
    return name === undefined ? '' : join(folder, name);
  };
  await until(() => child.exitCode !== null || (work() !== '' && reached(work())));
  const wasRunning = child.exitCode === null;
  child.kill('SIGKILL');
  await exit;
  return wasRunning;
}
