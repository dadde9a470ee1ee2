import { SCOPE_NAMES, type Scope } from '../../contract/scopes.js';
import type { Caller } from '../http/call.js';
import type { WorkspaceRow } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { NO_POLICY } from './api-keys.js';
import { csrfSecretOf } from './csrf-token.js';
import { hashOfSecret, newSecret } from './secrets.js';
import { findWorkspace, type Making } from './workspaces.js';

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
  { clock }: Pick<Making, 'clock'>,
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
export async function findSession(store: Store, secret: string, making: Making): Promise<Session | null> {
  const now = making.clock.now();
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
  return { id: hash, caller: await personOf(store, workspace, making), csrfSecret: csrfSecretOf(secret) };
}

/** Whether a session lasts at this moment. To ask is no use of it: it does not last longer for that. */
export async function sessionLasts({ db }: Pick<Store, 'db'>, id: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('expires_at').where('hash', '=', id).executeTakeFirst();
  return row !== undefined && row.expires_at > now;
}

export async function closeSession(store: Store, secret: string): Promise<void> {
  await store.write((trx) => trx.deleteFrom('sessions').where('hash', '=', hashOfSecret(secret)).execute());
}

/** What stands in history and activity for whatever a person did in the dashboard. */
const PERSON_LABEL = 'You, in the dashboard';

/**
 * A person acts by a key that has no text: nobody can send it, and it is in no list of keys. What they may do
 * is everything that their workspace knows.
 */
async function personOf(store: Store, workspace: WorkspaceRow, { clock, ids }: Making): Promise<Caller> {
  const scopes = SCOPE_NAMES.filter((scope) => scope !== 'test:control' || workspace.sandbox === 1);
  const id =
    (await personKeyId(store, workspace.id)) ??
    (await makePersonKey(store, workspace, scopes, { clock, ids }));
  return {
    workspace,
    isPerson: true,
    key: {
      id,
      label: PERSON_LABEL,
      prefix: '',
      scopes: new Set(scopes),
      expiresAt: null,
      policy: NO_POLICY,
    },
  };
}

async function personKeyId({ db }: Pick<Store, 'db'>, workspaceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'person')
    .executeTakeFirst();
  return row?.id;
}

function makePersonKey(
  store: Store,
  workspace: WorkspaceRow,
  scopes: readonly Scope[],
  { clock, ids }: Making,
): Promise<string> {
  return store.write(async (trx) => {
    const earlier = await personKeyId({ db: trx }, workspace.id);
    if (earlier !== undefined) return earlier;
    const id = ids.next('apiKey', clock.now());
    await trx
      .insertInto('api_keys')
      .values({
        id,
        workspace_id: workspace.id,
        kind: 'person',
        label: PERSON_LABEL,
        prefix: '',
        // No text has a hash like this: it opens nothing.
        hash: `person of ${workspace.id}`,
        scopes_json: JSON.stringify(scopes),
        created_at: clock.now(),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
        confirm: null,
        read_only: 0,
        toolsets_json: null,
      })
      .execute();
    return id;
  });
}
