import { createHash } from 'node:crypto';
import type { Platform } from '../../../contract/platforms.js';
import type { RegisteredApp } from '../../networks/connecting/connector.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { ConnectionRow, NetworkAppRow } from '../../store/tables/connection-rows.js';

export function hashOfState(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

export function findConnection(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The connection that a browser returns from. */
export function connectionByState(
  db: Queries,
  workspaceId: string,
  state: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('state_hash', '=', hashOfState(state))
    .executeTakeFirst();
}

/** How long an ended connection can still be read, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes what nobody asks for any more, so that the table does not grow. */
export async function forgetOldConnections(trx: Write, workspaceId: string, now: number): Promise<void> {
  await trx
    .deleteFrom('connections')
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '<', now - KEPT_MS)
    .execute();
}

/** Where Postrider is registered. */
export interface AppPlace {
  readonly platform: Platform;
  readonly origin: string;
  readonly redirectUri: string;
}

function idOfApp({ platform, origin, redirectUri }: AppPlace): string {
  return createHash('sha256').update(`${platform} ${origin} ${redirectUri}`).digest('hex');
}

export async function findApp({ db, vault }: Store, place: AppPlace): Promise<RegisteredApp | null> {
  const id = idOfApp(place);
  const row = await db.selectFrom('network_apps').select('sealed').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { clientId = '', clientSecret = '' } = vault.openNetworkApp(id, row.sealed);
  return { clientId, clientSecret };
}

/** Stores a registration, and replaces an older one. */
export async function keepApp(store: Store, app: RegisteredApp, place: AppPlace, now: number): Promise<void> {
  const row = appRow(store, app, place, now);
  const { sealed } = row;
  await store.write((trx) =>
    trx
      .insertInto('network_apps')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed, created_at: now }))
      .execute(),
  );
}

/** Stores a registration, unless another process has stored one. */
export async function keepFirstApp(
  store: Store,
  app: RegisteredApp,
  place: AppPlace,
  now: number,
): Promise<void> {
  const row = appRow(store, app, place, now);
  await store.write((trx) =>
    trx
      .insertInto('network_apps')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  );
}

function appRow(
  { vault }: Store,
  { clientId, clientSecret }: RegisteredApp,
  place: AppPlace,
  now: number,
): NetworkAppRow {
  const id = idOfApp(place);
  const { platform, origin, redirectUri } = place;
  const sealed = vault.sealNetworkApp(id, { clientId, clientSecret });
  return { id, platform, origin, redirect_uri: redirectUri, sealed, created_at: now };
}
