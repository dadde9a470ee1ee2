import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { Store, Write } from '../../store/store.js';
import { MAX_SESSION_AGE_MS } from './sessions.js';

/** Sessions that are listed. */
const MAX_LISTED_SESSIONS = 200;

/** A session as people see it. Instants are epoch milliseconds. */
export interface ListedSession {
  /** Names the session in forms and commands, and signs nobody in. */
  readonly id: string;
  /** Who is signed in. */
  readonly person: { readonly id: string; readonly name: string };
  /** In words, such as `Firefox on Linux`; of older sessions it is not known. */
  readonly browser: string;
  readonly address: string | null;
  readonly createdAt: number;
  /** Up to ten minutes before the latest use. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** Characters of an id: the start of the hash of the session's secret. */
const ID_LENGTH = 16;

/** The id under which a session is listed. @param hash of its secret */
export const listedId = (hash: string): string => hash.slice(0, ID_LENGTH);

/** Whose sessions: those of everybody in a workspace, or of one person in it. */
export interface SessionsOf {
  readonly workspaceId: string;
  readonly personId?: string;
}

/** The active sessions, the one used last first. */
export async function listSessions(
  { db }: Pick<Store, 'db'>,
  { workspaceId, personId }: SessionsOf,
  now: number,
): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .selectAll('sessions')
    .select(['people.id as person_id', 'people.display_name'])
    .where('sessions.workspace_id', '=', workspaceId)
    .where('sessions.expires_at', '>', now)
    .where('sessions.created_at', '>', now - MAX_SESSION_AGE_MS)
    .$if(personId !== undefined, (query) => query.where('sessions.person_id', '=', personId ?? ''))
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.hash')
    .limit(MAX_LISTED_SESSIONS)
    .execute();
  return rows.map((row) => ({
    id: listedId(row.hash),
    person: { id: row.person_id, name: row.display_name },
    browser: row.browser || 'Unknown browser',
    address: row.address || null,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }));
}

/** Ends a session, and records that. @returns it; undefined if there was none with this id */
export async function endSession(
  store: Store,
  of: SessionsOf,
  id: string,
  by: ChangedBy,
): Promise<EndedSession | undefined> {
  return store.write(async (trx) => {
    const ended = await removeSession(trx, of, id);
    if (ended) await recordEnd(trx, of.workspaceId, `signed out ${ended.browser}`, by);
    return ended;
  });
}

export interface EndedSession {
  readonly browser: string;
}

/** Ends a session without recording it. @returns undefined if there was none with this id */
export async function removeSession(
  trx: Write,
  { workspaceId, personId }: SessionsOf,
  id: string,
): Promise<EndedSession | undefined> {
  const rows = await trx
    .selectFrom('sessions')
    .select(['hash', 'browser'])
    .where('workspace_id', '=', workspaceId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .execute();
  const row = rows.find(({ hash }) => listedId(hash) === id);
  if (row === undefined) return undefined;
  await trx.deleteFrom('sessions').where('hash', '=', row.hash).execute();
  return { browser: row.browser || 'Unknown browser' };
}

/**
 * Ends sessions, removes unused sign-in links of the same people, and records that.
 *
 * @param except hash of the session that stays
 * @returns how many sessions have ended
 */
export async function endAllSessions(
  store: Store,
  of: SessionsOf,
  except: string | null,
  by: ChangedBy,
): Promise<number> {
  return store.write(async (trx) => {
    const ended = await removeSessions(trx, of, except);
    const where = except === null ? 'everywhere' : 'everywhere else';
    await recordEnd(trx, of.workspaceId, `signed out ${where}`, by);
    return ended;
  });
}

/** Ends sessions and removes unused sign-in links, without recording it. @returns how many sessions have ended */
export async function removeSessions(
  trx: Write,
  { workspaceId, personId }: SessionsOf,
  except: string | null,
): Promise<number> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('workspace_id', '=', workspaceId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(except !== null, (query) => query.where('hash', '!=', except ?? ''))
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('sign_in_links')
    .where('workspace_id', '=', workspaceId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .execute();
  return Number(ended.numDeletedRows);
}

function recordEnd(trx: Write, workspaceId: string, summary: string, by: ChangedBy): Promise<void> {
  return recordActivity(trx, { workspaceId, objectId: null, operation: 'sessions.end', summary, ...by });
}
