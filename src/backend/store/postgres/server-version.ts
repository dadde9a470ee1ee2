import pg from 'pg';
import { hasErrno } from '../../../base/errno.js';
import { DatabaseUnusable, shownAddress } from './database-unusable.js';
import { connectionTo } from './pool.js';

/** Oldest supported version of PostgreSQL. */
const MIN_VERSION = 14;

/** `undefined_object`: the server does not know a setting. */
const UNKNOWN_SETTING = '42704';

/**
 * @param versionNumber `server_version_num`: 180000 is 18.0
 * @throws DatabaseUnusable if the server is too old
 */
export function refuseOldServer(url: string, versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= MIN_VERSION) return;
  throw new DatabaseUnusable(
    'too_old',
    `The server at ${shownAddress(url)} is PostgreSQL ${major}. Postrider needs ${MIN_VERSION} or newer.`,
  );
}

/**
 * A server that does not know a setting may predate it, as version 10 predates `jit`. Asks for its version on a
 * connection without settings.
 *
 * @param error the error while opening the database
 * @returns the reason to report: a server that is too old, else the error itself
 */
export async function diagnoseOldServer(error: unknown, url: string): Promise<unknown> {
  if (!hasErrno(error, UNKNOWN_SETTING)) return error;
  const client = new pg.Client(connectionTo(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    refuseOldServer(url, Number(rows[0]?.server_version_num));
    return error;
  } catch (reason) {
    return reason;
  } finally {
    await client.end();
  }
}
