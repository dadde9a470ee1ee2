import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { RunningBackend } from '../../src/backend/app/running-backend.js';
import { startBackend } from '../../src/backend/app/start.js';
import { systemClock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { createApiKey } from '../../src/backend/domain/access/api-keys.js';
import type { AccountRow, WorkspaceRow } from '../../src/backend/store/schema.js';
import { PostgresServer } from '../../test/support/postgres/postgres-server.js';
import { inClear } from '../../test/support/rows/in-clear.js';
import { insertConversations, insertLogs } from '../../test/support/rows/many-logs.js';
import { insertPosts, type ManyRows } from '../../test/support/rows/many-rows.js';
import { TEST_KEY } from '../../test/support/secret-key.js';

export type StoreName = 'embedded' | 'postgres';

export interface Amounts {
  readonly posts: number;
  readonly conversations: number;
}

/** The location of the databases during a run. It is always deleted afterwards. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'postrider-scale-'));
  readonly server: PostgresServer | null;

  private constructor(server: PostgresServer | null) {
    this.server = server;
  }

  static async make(store: StoreName): Promise<Place> {
    return new Place(store === 'postgres' ? await PostgresServer.start() : null);
  }

  async remove(): Promise<void> {
    await this.server?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A backend with its own database. */
export class Filled {
  readonly #place: Place;
  readonly #name: string;
  readonly amounts: Amounts;
  backend: RunningBackend | null = null;
  key = '';
  workspace: WorkspaceRow | null = null;
  accounts: readonly AccountRow[] = [];
  webhookId = 'wh_scale';

  private constructor(place: Place, name: string, amounts: Amounts) {
    this.#place = place;
    this.#name = name;
    this.amounts = amounts;
  }

  static async make(place: Place, name: string, amounts: Amounts): Promise<Filled> {
    const filled = new Filled(place, name, amounts);
    await filled.#fill();
    return filled;
  }

  get running(): RunningBackend {
    if (this.backend) return this.backend;
    throw new Error(`${this.#name} is not running.`);
  }

  get store() {
    return this.running.services.store;
  }

  /** @returns the duration in milliseconds */
  async start(): Promise<number> {
    const { server } = this.#place;
    const begun = performance.now();
    this.backend = await startBackend({
      dataFolder: join(this.#place.folder, this.#name),
      ...(server && { databaseUrl: server.url(this.#name), secretKey: TEST_KEY }),
      port: 0,
      demo: true,
      demoVisitors: false,
      requestsPerMinute: 1_000_000,
      log: silentLog,
    });
    return performance.now() - begun;
  }

  async close(): Promise<void> {
    await this.backend?.close();
    this.backend = null;
  }

  /** The size of the database. */
  async bytes(): Promise<number> {
    const { server } = this.#place;
    if (server) {
      const { rows } = await onServer(
        server.url(this.#name),
        'select pg_database_size(current_database()) as size',
      );
      return Number(rows[0]?.['size']);
    }
    const folder = join(this.#place.folder, this.#name);
    return readdirSync(folder)
      .filter((name) => name.startsWith('postrider.db'))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  }

  async #fill(): Promise<void> {
    const { server } = this.#place;
    if (server) await onServer(server.url(), `create database ${this.#name}`);
    await this.start();
    const { store } = this;
    const workspace = await store.db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
    this.workspace = workspace;
    this.accounts = await store.db.selectFrom('accounts').selectAll().orderBy('id').execute();
    const making = { clock: systemClock, ids: randomIds };
    const key = await createApiKey(store, workspace, { label: 'scale', scopes: 'full' }, making);
    this.key = key.text;
    const { id: keyId } = await store.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    const now = Date.now();
    const rows: ManyRows = { store, workspaceId: workspace.id, accounts: this.accounts, now };
    await store.write((trx) =>
      trx
        .insertInto('webhooks')
        .values({
          id: this.webhookId,
          workspace_id: workspace.id,
          api_key_id: keyId,
          url: 'https://hook.example/',
          label: '',
          active: 0,
          secret: inClear(''),
          seen_seq: 0,
          created_at: now,
          updated_at: now,
        })
        .execute(),
    );
    const say = (done: number, of: number) => console.error(`… ${this.#name}: ${done} of ${of}`);
    const putBack = server ? await takeIndexesAway(server.url(this.#name)) : null;
    await insertPosts(rows, this.amounts.posts, say);
    await insertLogs(rows, Math.ceil(this.amounts.posts / 10), { webhookId: this.webhookId, keyId });
    await insertConversations(rows, this.amounts.conversations, say);
    await this.close();
    await putBack?.(say);
    await this.analyze();
  }

  /** What autovacuum does if it is enabled. */
  async analyze(): Promise<void> {
    const { server } = this.#place;
    if (server) await onServer(server.url(this.#name), 'vacuum analyze');
  }
}

/**
 * Drops the indexes, except those of keys: a large database fills several times faster without them.
 *
 * @returns a function that recreates them
 */
async function takeIndexesAway(
  url: string,
): Promise<(said: (done: number, of: number) => void) => Promise<void>> {
  const { rows } = await onServer(
    url,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     and indexrelid not in (select conindid from pg_constraint)`,
  );
  for (const { name } of rows) await onServer(url, `drop index ${String(name)}`);
  return async (said) => {
    for (const [index, { definition }] of rows.entries()) {
      await onServer(url, `set maintenance_work_mem = '1GB'; ${String(definition)}`);
      said(index + 1, rows.length);
    }
  };
}

async function onServer(url: string, text: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}
