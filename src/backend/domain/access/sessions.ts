import type { Caller } from '../../operations/call.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { ACTOR_LABELS, actorKeyId, allScopesOf } from './actors.js';
import { NO_POLICY } from './api-keys.js';
import { csrfSecretOf } from './csrf-token.js';
import { hashOfSecret, newSecret } from './secrets.js';
import { type ClockAndIds, findWorkspace } from './workspaces.js';

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
  /** The person's workspace, and the key under which their changes are recorded. */
  readonly caller: Caller;
  /** The secret behind the CSRF tokens that every form and changing request must carry. */
  readonly csrfSecret: Buffer;
}

/** The browser that signs in. */
export interface SigningIn {
  /** Its name and system, in words. */
  readonly browser: string;
  readonly address: string;
  /** The cookie of its former session, which ends. */
  readonly replaces: string | null;
}

/** @returns the secret for the browser's cookie */
export async function openSession(
  store: Store,
  workspaceId: string,
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
        created_at: now,
        last_used_at: now,
        expires_at: endOf(now, now),
        browser,
        address,
      })
      .execute();
  });
  return secret;
}

/**
 * Finds the session of a cookie; null if there is none or it has expired.
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
  const workspace = row && isActive(row, now) ? await findWorkspace(store, row.workspace_id) : undefined;
  if (!row || !workspace) return null;
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
    caller: await personOf(store, workspace, clockAndIds),
    csrfSecret: csrfSecretOf(secret),
  };
}

/** Whether a session is still active. Asking does not extend it. */
export async function isSessionActive({ db }: Pick<Store, 'db'>, id: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('hash', '=', id)
    .executeTakeFirst();
  return row !== undefined && isActive(row, now);
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

/** A signed-in person has every scope of the workspace. */
async function personOf(store: Store, workspace: WorkspaceRow, clockAndIds: ClockAndIds): Promise<Caller> {
  return {
    workspace,
    isPerson: true,
    key: {
      id: await actorKeyId(store, workspace, 'person', clockAndIds),
      label: ACTOR_LABELS.person,
      prefix: '',
      scopes: new Set(allScopesOf(workspace)),
      expiresAt: null,
      policy: NO_POLICY,
    },
  };
}
