import pg from 'pg';
import { hasErrno } from '../../../base/errno.js';
import { DatabaseUnusable, shownAddress } from './database-unusable.js';
import { connectionTo } from './pool.js';

/** PostgreSQL 14 and newer. */
const LEAST_VERSION = 14;

/** `undefined_object`: what a server says of a setting that it does not know. */
const UNKNOWN_SETTING = '42704';

/**
 * @param versionNumber as the server says it: 180000 is 18.0
 * @throws DatabaseUnusable for a server that is too old
 */
export function refuseOldServer(url: string, versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= LEAST_VERSION) return;
  throw new DatabaseUnusable(
    'too_old',
    `The server at ${shownAddress(url)} is PostgreSQL ${major}. Postrider needs ${LEAST_VERSION} or newer.`,
  );
}

/**
 * A server that does not know a setting may be older than the setting, as 10 is older than `jit`. It is asked for its
 * version then, on a connection on which nothing is set.
 *
 * @param error with which it was opened
 * @returns why it cannot be used: that it is too old, or else the error
 */
export async function orTooOld(error: unknown, url: string): Promise<unknown> {
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
