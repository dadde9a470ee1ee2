import type { Store } from './store.js';

/** Where a backend keeps its data. */
export interface DatabasePlace {
  /** Of the embedded database, unless there is a URL. */
  readonly dataFolder: string;
  /** `postgres://…` */
  readonly databaseUrl?: string | undefined;
}

/**
 * Opens the embedded database, or the one that a URL names; only the driver that is needed is loaded: the embedded
 * one is compiled, and not there for every machine.
 *
 * @throws DatabaseUnusable
 */
export async function openDatabase({ dataFolder, databaseUrl }: DatabasePlace): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openStore } = await import('./store.js');
    return openStore(dataFolder);
  }
  const { openPostgres } = await import('./postgres/open-postgres.js');
  return openPostgres(databaseUrl);
}
