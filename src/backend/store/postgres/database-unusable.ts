import { errnoOf } from '../../../base/errno.js';
import { isDatabaseAway } from '../database-errors.js';

type Reason =
  | 'address_invalid'
  | 'unreachable'
  | 'password_wrong'
  | 'not_there'
  | 'not_permitted'
  | 'too_old'
  | 'too_new'
  | 'not_empty'
  | 'in_use'
  | 'refused';

/** A PostgreSQL database that cannot be used. The message says why and how to fix it, without the password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/** The database URL without its password, for messages. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'the database';
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  const user = username === '' ? '' : `${username}@`;
  return `postgres://${user}${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** @throws DatabaseUnusable if the text is not a PostgreSQL URL */
export function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1) return;
  throw new DatabaseUnusable(
    'address_invalid',
    'The database URL is not a PostgreSQL URL. Write it as postgres://user:password@host:5432/database, with special characters in the password percent-encoded.',
  );
}

/** Explains why a connection or its first statement failed. */
export function unusable(error: unknown, url: string): unknown {
  if (error instanceof DatabaseUnusable || !(error instanceof Error)) return error;
  const at = shownAddress(url);
  const code = errnoOf(error);
  switch (code) {
    case '28P01':
    case '28000':
      return new DatabaseUnusable(
        'password_wrong',
        `The server at ${at} rejected the user or password (${code}). Check both in the database URL.`,
        error,
      );
    case '3D000':
      return new DatabaseUnusable(
        'not_there',
        `The database at ${at} does not exist. Create it first, with createdb or "create database …".`,
        error,
      );
    case '42501':
      return new DatabaseUnusable(
        'not_permitted',
        `The user of ${at} is not allowed to create tables. Make it the owner of the database.`,
        error,
      );
    // A pooler's refusal: of a database, a user or a setting.
    case '08P01':
      return new DatabaseUnusable(
        'refused',
        `The server or pooler at ${at} refused the connection (${code}): ${error.message}`,
        error,
      );
    default:
  }
  if (isDatabaseAway(error)) {
    return new DatabaseUnusable(
      'unreachable',
      `No PostgreSQL server can be reached at ${at} (${code ?? error.message}). Check that it is running, and check the host and port in the database URL.`,
      error,
    );
  }
  return new DatabaseUnusable('refused', `The database at ${at} cannot be used: ${error.message}`, error);
}
