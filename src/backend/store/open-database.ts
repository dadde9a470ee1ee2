import type { Store } from './store.js';

/** Where a backend stores its data. */
export interface DatabaseLocation {
  /** Folder of the embedded database, unless there is a URL. */
  readonly dataFolder: string;
  /** `postgres://…` */
  readonly databaseUrl?: string | undefined;
}

/**
 * Opens the embedded database or the one at the URL. Loads only the required driver: the embedded one is native and
 * not available on every machine.
 *
 * @throws DatabaseUnusable
 */
export async function openDatabase({ dataFolder, databaseUrl }: DatabaseLocation): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openStore } = await import('./store.js');
    return openStore(dataFolder);
  }
  const { openPostgres } = await import('./postgres/open-postgres.js');
  return openPostgres(databaseUrl);
}
