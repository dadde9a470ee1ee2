import type { Caller } from '../../operations/call.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { ACTOR_LABELS, actorKeyId, allScopesOf } from './actors.js';
import { NO_POLICY } from './api-keys.js';
import { csrfSecretOf } from './csrf-token.js';
import { hashOfSecret, newSecret } from './secrets.js';
import { type ClockAndIds, findWorkspace } from './workspaces.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used, in milliseconds. */
export const SESSION_LIFETIME_MS = 14 * DAY_MS;
/** Its use is written down at most this often, in milliseconds. */
const NOTE_EVERY_MS = 10 * 60 * 1000;

/** A person who is signed in with one browser. */
export interface Session {
  /** Tells it from others; a hash of what the cookie holds. */
  readonly id: string;
  /** The person's workspace, and the hand by which what they do is recorded. */
  readonly caller: Caller;
  /** What the tokens are made of that every form and request that changes something must carry. */
  readonly csrfSecret: Buffer;
}

/** @returns what the browser's cookie holds */
export async function openSession(
  store: Store,
  workspaceId: string,
  { clock }: Pick<ClockAndIds, 'clock'>,
): Promise<string> {
  const secret = newSecret();
  const now = clock.now();
  await store.write(async (trx) => {
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('sessions')
      .values({
        hash: hashOfSecret(secret),
        workspace_id: workspaceId,
        created_at: now,
        last_used_at: now,
        expires_at: now + SESSION_LIFETIME_MS,
      })
      .execute();
  });
  return secret;
}

/** The session of a cookie; null where there is none, or it has ended. */
export async function findSession(
  store: Store,
  secret: string,
  clockAndIds: ClockAndIds,
): Promise<Session | null> {
  const now = clockAndIds.clock.now();
  const hash = hashOfSecret(secret);
  const row = await store.db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
  const workspace = row && row.expires_at > now ? await findWorkspace(store, row.workspace_id) : undefined;
  if (!row || !workspace) return null;
  if (now - row.last_used_at >= NOTE_EVERY_MS) {
    await store.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: now + SESSION_LIFETIME_MS })
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

/** Whether a session lasts at this moment. To ask is no use of it: it does not last longer for that. */
export async function isSessionActive({ db }: Pick<Store, 'db'>, id: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('expires_at').where('hash', '=', id).executeTakeFirst();
  return row !== undefined && row.expires_at > now;
}

export async function closeSession(store: Store, secret: string): Promise<void> {
  await store.write((trx) => trx.deleteFrom('sessions').where('hash', '=', hashOfSecret(secret)).execute());
}

/** What a person may do is everything that their workspace knows. */
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
