import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from './postgres-server.js';

/** The stores over which a test of several processes runs. */
export const STORES = ['the embedded database', 'PostgreSQL'] as const;
export type StoreKind = (typeof STORES)[number];

/** A data folder, and where it is asked for a PostgreSQL server, for processes to share. */
export class SharedPlace {
  readonly folder: string;
  readonly server: PostgresServer | null;

  private constructor(folder: string, server: PostgresServer | null) {
    this.folder = folder;
    this.server = server;
  }

  static async make(kind: StoreKind): Promise<SharedPlace> {
    const server = kind === 'PostgreSQL' ? await PostgresServer.start() : null;
    return new SharedPlace(mkdtempSync(join(tmpdir(), 'postrider-shared-')), server);
  }

  get databaseUrl(): string | undefined {
    return this.server?.url();
  }

  /** What a process is told of the database. */
  get env(): Readonly<Record<string, string>> {
    return this.databaseUrl === undefined ? {} : { DATABASE_URL: this.databaseUrl };
  }

  async remove(): Promise<void> {
    await this.server?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
