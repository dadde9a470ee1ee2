import type { Connection, FinishConnection } from '../../../contract/accounts/connections.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { OwnLimits } from '../../../networks/own-limits.js';
import type { SignedInAccount } from '../../networks/connecting/connector.js';
import { presentable } from '../../networks/connecting/presentable.js';
import { NETWORKS } from '../../networks/registry.js';
import { endOfAccess } from '../../networks/stored-credentials.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { findAccount } from '../accounts/repository.js';
import { viewOneAccount } from '../accounts/view-accounts.js';
import { confirmMove, connectionOf, endAccess, storedUserId } from './before-storing.js';
import { connectContext } from './context.js';
import type { ConnectionDependencies } from './dependencies.js';
import { limitsOf } from './own-limits.js';
import { refusalOf } from './refusals.js';
import { findConnection } from './repository.js';
import { viewConnection } from './view.js';

type FinishCall = Call<'connections.finish'>;

/** @throws RequestRefused it does not exist, or another key began it */
async function requireConnection({
  caller,
  params,
  services,
}: Pick<Call<'connections.get'>, 'caller' | 'params' | 'services'>): Promise<ConnectionRow> {
  const row = await findConnection(services.store.db, caller.workspace.id, params.id);
  if (row && row.api_key_id === caller.key.id) return row;
  throw new RequestRefused(
    'connection_not_found',
    `There is no connection ${params.id} that this API key has begun.`,
  );
}

export async function getConnection(call: Call<'connections.get'>): Promise<Connection> {
  const row = await requireConnection(call);
  const { services, caller } = call;
  const account =
    row.status === 'connected' && row.account_id !== null
      ? await findAccount(services.store.db, caller.workspace.id, row.account_id)
      : undefined;
  const view = account ? await viewOneAccount(call, account) : null;
  return viewConnection(row, services.clock.now(), view);
}

/** Exchanges what the person brings back for access to the account, and stores it. */
export async function finishConnection(
  call: FinishCall,
  dependencies: ConnectionDependencies,
): Promise<Connection> {
  const { services, body } = call;
  const row = await requireConnection(call);
  const { connector } = NETWORKS[row.platform];
  if (row.status !== 'waiting' || row.sealed === null || !connector) throw alreadyFinished(row);
  if (row.expires_at <= services.clock.now()) {
    throw new RequestRefused(
      'state_conflict',
      `${row.id} has expired. Begin again with \`POST /v1/connections\`.`,
    );
  }
  requireAnswer(row, body);
  // A code works once: of two requests that bring it at the same time, one goes on.
  if (row.method !== 'app_password') await takeState(call, row);
  const context = connectContext(call, dependencies, row.platform);
  const open = {
    method: row.method,
    origin: row.origin,
    redirectUri: row.redirect_uri,
    secrets: services.store.vault.openConnection(row.id, row.sealed),
  };
  let signedIn: SignedInAccount | null = null;
  try {
    signedIn = presentable(await connector.finish(context, open, body));
    await confirmMove(call, row, connector, context, signedIn);
    const limits = await limitsOf(connectionOf(signedIn, row, context));
    return await storeAccount(call, row, signedIn, limits);
  } catch (error) {
    const refused = refusalOf(error);
    if (signedIn && refused instanceof RequestRefused)
      await endAccess(call, row, connector, context, signedIn);
    if (row.method !== 'app_password') await recordFailure(call, row, refused);
    throw refused;
  }
}

/** @throws RequestRefused the request lacks what the method needs; the connection can still be finished */
function requireAnswer(
  { method }: ConnectionRow,
  { callbackUrl, code, identifier, appPassword }: FinishConnection,
): void {
  const needed = {
    browser: { callbackUrl },
    code: { code },
    app_password: { identifier, appPassword },
  }[method];
  const missing = Object.entries(needed).flatMap(([name, value]) => (value?.trim() ? [] : [`\`${name}\``]));
  if (missing.length === 0) return;
  throw new RequestRefused('validation_failed', `To finish this connection, send ${missing.join(' and ')}.`);
}

function alreadyFinished({ id, status }: ConnectionRow): RequestRefused {
  const what = status === 'connected' ? 'is already connected' : 'has failed';
  return new RequestRefused(
    'state_conflict',
    `${id} ${what}. Begin a new one with \`POST /v1/connections\`.`,
  );
}

/** What stays if this process ends before the network has answered. */
const INTERRUPTED = 'Finishing was interrupted. Begin again.';

async function takeState({ services: { store } }: FinishCall, row: ConnectionRow): Promise<void> {
  const taken = await store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('connections')
      .set({ status: 'failed', problem: INTERRUPTED, state_hash: null, sealed: null })
      .where('id', '=', row.id)
      .where('sealed', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
  if (!taken) throw alreadyFinished({ ...row, status: 'failed' });
}

async function recordFailure({ services: { store } }: FinishCall, row: ConnectionRow, refused: unknown) {
  const problem = refused instanceof RequestRefused ? refused.message : 'The sign-in could not be finished.';
  await store.write((trx) =>
    trx
      .updateTable('connections')
      .set({ status: 'failed', problem, state_hash: null, sealed: null })
      .where('id', '=', row.id)
      .execute(),
  );
}

async function storeAccount(
  call: FinishCall,
  row: ConnectionRow,
  signedIn: SignedInAccount,
  limits: OwnLimits | null,
): Promise<Connection> {
  const { caller, services, now } = call;
  return call.commit(async (trx) => {
    const known = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('workspace_id', '=', caller.workspace.id)
      .where('platform', '=', row.platform)
      .where('network_user_id', '=', storedUserId(row, signedIn))
      .executeTakeFirst();
    await refuseOtherAccount(trx, row, known, signedIn);
    if (!known) await refuseAtLimit(trx, 'accounts', caller.workspace.id);
    const id = known?.id ?? services.ids.next('account', now);
    const stored = await upsert(trx, known, {
      ...accountRow(call, id, row, signedIn, limits),
      reads_metrics: known?.reads_metrics ?? null,
    });
    await trx
      .updateTable('connections')
      .set({
        status: 'connected',
        account_id: stored.id,
        origin: stored.origin,
        problem: null,
        state_hash: null,
        sealed: null,
      })
      .where('id', '=', row.id)
      .execute();
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'connections.finish',
      objectId: stored.id,
      summary: `${known ? 'reconnected' : 'connected'} ${stored.handle} on ${PLATFORM_NAMES[row.platform]}`,
      requestId: call.requestId,
      now,
    });
    const account = await viewOneAccount(call, stored, trx);
    const connected: ConnectionRow = { ...row, status: 'connected', origin: stored.origin };
    return viewConnection(connected, services.clock.now(), account);
  });
}

function accountRow(
  { caller, services, now }: FinishCall,
  id: string,
  row: ConnectionRow,
  signedIn: SignedInAccount,
  limits: OwnLimits | null,
): Omit<AccountRow, 'reads_metrics'> {
  const { origin, handle, displayName, avatarUrl, profileUrl, credentials } = signedIn;
  const { platform } = row;
  return {
    id,
    workspace_id: caller.workspace.id,
    platform,
    network_user_id: storedUserId(row, signedIn),
    handle,
    display_name: displayName,
    simulated: 0,
    origin,
    avatar_url: avatarUrl,
    profile_url: profileUrl,
    premium: 0,
    limits_json: limits && JSON.stringify(limits),
    inbox_withheld: null,
    credentials_json: services.store.vault.sealAccount({ id, platform }, credentials),
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: endOfAccess(credentials),
    connected_at: now,
  };
}

/** Whoever reconnects an account must not connect another one by mistake. */
async function refuseOtherAccount(
  trx: Write,
  { account_id: wanted, workspace_id }: ConnectionRow,
  known: AccountRow | undefined,
  { handle }: SignedInAccount,
): Promise<void> {
  if (wanted === null || known?.id === wanted) return;
  const account = await findAccount(trx, workspace_id, wanted);
  if (!account) return;
  throw new RequestRefused(
    'state_conflict',
    `You signed in as @${handle}, but the account to reconnect is @${account.handle}. Sign in as @${account.handle}, or connect @${handle} as another account.`,
  );
}

async function upsert(trx: Write, known: AccountRow | undefined, fresh: AccountRow): Promise<AccountRow> {
  if (!known) return trx.insertInto('accounts').values(fresh).returningAll().executeTakeFirstOrThrow();
  const { id: _id, premium: _premium, ...again } = fresh;
  return trx
    .updateTable('accounts')
    .set(again)
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
