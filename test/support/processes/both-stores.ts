import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../postgres/postgres-server.js';

/** The stores on which multi-process tests run. */
export const STORES = ['the embedded database', 'PostgreSQL'] as const;
export type StoreKind = (typeof STORES)[number];

/** A data folder, and optionally a PostgreSQL server, for several processes to share. */
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

  /** The environment variables that point a process at the database. */
  get env(): Readonly<Record<string, string>> {
    return this.databaseUrl === undefined ? {} : { DATABASE_URL: this.databaseUrl };
  }

  async remove(): Promise<void> {
    await this.server?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
