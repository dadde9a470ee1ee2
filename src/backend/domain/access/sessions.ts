import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { ActingPerson, Caller } from '../../operations/call.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { actorKeyId, allScopesOf } from './actors.js';
import { NO_POLICY } from './api-keys.js';
import { actingPerson, callerWith } from './caller.js';
import { csrfSecretOf } from './csrf-token.js';
import { factorsOf, hasSecondFactor } from './factors/factors.js';
import { hashOfSecret, newSecret } from './secrets.js';
import { findWorkspace } from './workspaces.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long after its last use a session expires, in milliseconds. */
const MAX_SESSION_IDLE_MS = 14 * DAY_MS;
/** How long after its sign-in a session ends, however often it is used, in milliseconds. */
export const MAX_SESSION_AGE_MS = 90 * DAY_MS;
/** How often a session's use is recorded at most, in milliseconds. */
const RECORD_INTERVAL_MS = 10 * 60 * 1000;

/** A person signed in with one browser. */
export interface Session {
  /** The hash of the cookie's secret. */
  readonly id: string;
  /** The person, their workspace and role, and the key under which their changes are recorded. */
  readonly caller: Caller & { readonly person: ActingPerson };
  /** The secret behind the CSRF tokens that every form and changing request must carry. */
  readonly csrfSecret: Buffer;
  /** When the person last proved who they are, epoch milliseconds. */
  readonly confirmedAt: number;
  /** The workspace requires a second factor, and the person has none yet. */
  readonly lacksFactor: boolean;
}

/** The browser that signs in. */
export interface SigningIn {
  /** Its name and system, in words. */
  readonly browser: string;
  readonly address: string;
  /** The cookie of its former session, which ends. */
  readonly replaces: string | null;
}

/** Who signs in, to which workspace. */
export interface SignedIn {
  readonly personId: string;
  readonly workspaceId: string;
}

/** @returns the secret for the browser's cookie */
export async function openSession(
  store: Store,
  { personId, workspaceId }: SignedIn,
  { clock }: Pick<ClockAndIds, 'clock'>,
  { browser, address, replaces }: SigningIn,
): Promise<string> {
  const secret = newSecret();
  const now = clock.now();
  await store.write(async (trx) => {
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    if (replaces !== null) {
      await trx.deleteFrom('sessions').where('hash', '=', hashOfSecret(replaces)).execute();
    }
    await trx
      .insertInto('sessions')
      .values({
        hash: hashOfSecret(secret),
        workspace_id: workspaceId,
        person_id: personId,
        created_at: now,
        last_used_at: now,
        expires_at: endOf(now, now),
        browser,
        address,
        confirmed_at: now,
      })
      .execute();
  });
  return secret;
}

/**
 * Finds the session of a cookie; null if there is none, it has expired, or its person has no access any more.
 *
 * @param addressNow the client's address, which is recorded from time to time
 */
export async function findSession(
  store: Store,
  secret: string,
  clockAndIds: ClockAndIds,
  addressNow: () => string,
): Promise<Session | null> {
  const now = clockAndIds.clock.now();
  const hash = hashOfSecret(secret);
  const row = await store.db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!row || !isActive(row, now)) return null;
  const [workspace, person] = await Promise.all([
    findWorkspace(store, row.workspace_id),
    row.person_id === null ? null : actingPerson(store.db, row.person_id, row.workspace_id),
  ]);
  if (!workspace || !person) return null;
  if (now - row.last_used_at >= RECORD_INTERVAL_MS) {
    await store.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: endOf(row.created_at, now), address: addressNow() })
        .where('hash', '=', hash)
        .execute(),
    );
  }
  return {
    id: hash,
    caller: await signedIn(store, workspace, person, clockAndIds),
    csrfSecret: csrfSecretOf(secret),
    confirmedAt: row.confirmed_at,
    lacksFactor:
      workspace.requires_second_factor === 1 && !hasSecondFactor(await factorsOf(store.db, person.id)),
  };
}

/** Records that the person of a session has proved who they are. */
export async function confirmSession(store: Store, id: string, now: number): Promise<void> {
  await store.write((trx) =>
    trx.updateTable('sessions').set({ confirmed_at: now }).where('hash', '=', id).execute(),
  );
}

/** Whether a session is still active. Asking does not extend it. */
export async function isSessionActive({ db }: Pick<Store, 'db'>, id: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'person_id', 'workspace_id'])
    .where('hash', '=', id)
    .executeTakeFirst();
  if (!row || !isActive(row, now) || row.person_id === null) return false;
  return (await actingPerson(db, row.person_id, row.workspace_id)) !== null;
}

const endOf = (createdAt: number, usedAt: number): number =>
  Math.min(usedAt + MAX_SESSION_IDLE_MS, createdAt + MAX_SESSION_AGE_MS);

/** Sessions of earlier versions have no end in `expires_at` but that after their last use. */
function isActive(row: { readonly created_at: number; readonly expires_at: number }, now: number): boolean {
  return row.expires_at > now && row.created_at + MAX_SESSION_AGE_MS > now;
}

export async function closeSession(store: Store, secret: string): Promise<void> {
  await store.write((trx) => trx.deleteFrom('sessions').where('hash', '=', hashOfSecret(secret)).execute());
}

/** Somebody signed in to the dashboard has every scope that their role allows. */
async function signedIn(
  store: Store,
  workspace: WorkspaceRow,
  person: ActingPerson,
  clockAndIds: ClockAndIds,
): Promise<Session['caller']> {
  const key = {
    id: await actorKeyId(store, workspace, person, clockAndIds),
    label: person.name,
    prefix: '',
    scopes: allScopesOf(workspace),
    expiresAt: null,
    policy: NO_POLICY,
  };
  return { ...callerWith(workspace, key, person), isPerson: true, person };
}
