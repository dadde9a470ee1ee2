import { errnoOf } from '../../../base/errno.js';
import { isDatabaseAway } from '../database-faults.js';

type Reason =
  | 'address_invalid'
  | 'unreachable'
  | 'password_wrong'
  | 'not_there'
  | 'not_permitted'
  | 'too_old'
  | 'too_new'
  | 'not_empty'
  | 'refused';

/** A PostgreSQL database that cannot be used; the message says why and what to do, and holds no password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/** How a database is named to people: without its password. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'the database';
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  const user = username === '' ? '' : `${username}@`;
  return `postgres://${user}${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** @throws DatabaseUnusable for what is no address of a PostgreSQL database */
export function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1) return;
  throw new DatabaseUnusable(
    'address_invalid',
    'The database URL is no address of a PostgreSQL database. It is written postgres://user:password@host:5432/database; special characters of the password are percent-encoded.',
  );
}

/** What it means that a connection was refused or a first statement failed. */
export function unusable(error: unknown, url: string): unknown {
  if (error instanceof DatabaseUnusable || !(error instanceof Error)) return error;
  const at = shownAddress(url);
  const code = errnoOf(error);
  switch (code) {
    case '28P01':
    case '28000':
      return new DatabaseUnusable(
        'password_wrong',
        `The server at ${at} refuses this user or password (${code}). Check both in the database URL.`,
        error,
      );
    case '3D000':
      return new DatabaseUnusable(
        'not_there',
        `There is no database at ${at}. Create it first: createdb, or "create database …".`,
        error,
      );
    case '42501':
      return new DatabaseUnusable(
        'not_permitted',
        `The user of ${at} may not make tables there. Make it the owner of the database.`,
        error,
      );
    // How poolers refuse whatever they do not take: a database, a user, a setting.
    case '08P01':
      return new DatabaseUnusable(
        'refused',
        `What answers at ${at} refuses the connection (${code}): ${error.message}`,
        error,
      );
    default:
  }
  if (isDatabaseAway(error)) {
    return new DatabaseUnusable(
      'unreachable',
      `No PostgreSQL server can be reached at ${at} (${code ?? error.message}). Check that it runs, and the host and port in the database URL.`,
      error,
    );
  }
  return new DatabaseUnusable('refused', `The database at ${at} cannot be used: ${error.message}`, error);
}
