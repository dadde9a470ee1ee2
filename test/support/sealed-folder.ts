import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { KeyOptions } from '../../src/backend/store/sealing/find-key.js';
import { type UnlockOptions, unlock } from '../../src/backend/store/sealing/unlock.js';
import { openStore, type Store } from '../../src/backend/store/store.js';
import { inClear } from './rows/in-clear.js';
import { accountRow, workspaceRow } from './rows/rows.js';

const NOW = 1_796_112_000_000;

/** A data folder with accounts and webhooks, whose secrets a version that did not seal has written. */
export class SealedFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'postrider-sealing-'));
  readonly secrets: readonly string[];

  private constructor(amount: number) {
    this.secrets = Array.from(
      { length: amount },
      (_, index) => `eyJhbGciOiJIUzI1NiJ9.number-${index + 1}.sig`,
    );
  }

  static async inClear(amount: number): Promise<SealedFolder> {
    const folder = new SealedFolder(amount);
    const store = openStore(folder.path);
    await store.write(async (trx) => {
      await trx.insertInto('workspaces').values(workspaceRow('ws_1', NOW)).execute();
      for (const [index, accessToken] of folder.secrets.entries()) {
        await trx
          .insertInto('accounts')
          .values({
            ...accountRow(`acc_${String(index).padStart(4, '0')}`, 'ws_1', 'bluesky', NOW),
            credentials_json: inClear(JSON.stringify({ accessToken })),
          })
          .execute();
      }
    });
    await store.close();
    return folder;
  }

  /** Opens the database and its vault, for as long as `work` takes. */
  async open<Result>(
    work: (store: Store) => Result | Promise<Result>,
    options: Partial<KeyOptions> & Partial<UnlockOptions> = {},
  ): Promise<Result> {
    const store = openStore(this.path);
    try {
      await unlock(store, { dataFolder: this.path, mayMakeKey: true, ...options });
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** The access tokens of all accounts, in order. */
  async tokens(store: Store): Promise<(string | undefined)[]> {
    const accounts = await store.db.selectFrom('accounts').selectAll().orderBy('id').execute();
    return accounts.map((account) => store.vault.openAccount(account)['accessToken']);
  }

  /** The ids of the keys in stored secrets; `clear` for those that are not sealed. */
  async keyIds(store: Store): Promise<readonly string[]> {
    const { rows } = await sql<{ text: string }>`select credentials_json as text from accounts`.execute(
      store.db,
    );
    return [
      ...new Set(rows.map(({ text }) => (text.startsWith('v1.') ? (text.split('.')[1] ?? '') : 'clear'))),
    ].sort();
  }

  /** The secrets that are in any byte of any file. */
  found(): string[] {
    const files = readdirSync(this.path, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.path, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path));
    return this.secrets.filter((secret) => files.some((bytes) => bytes.includes(secret)));
  }

  files(): string[] {
    return readdirSync(this.path)
      .filter((name) => name.startsWith('secret.key'))
      .sort();
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
