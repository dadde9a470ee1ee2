import type { Connection, FinishConnection } from '../../../contract/accounts/connections.js';
import { answerIn } from '../../networks/connecting/authorization-code.js';
import type {
  ChoosableAccount,
  ConnectContext,
  SignedIn,
  SignedInAccount,
} from '../../networks/connecting/connector.js';
import { presentable } from '../../networks/connecting/presentable.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { viewAccounts } from '../accounts/view-accounts.js';
import { confirmMove, endAccess, storedUserId } from './before-storing.js';
import { chosenOf, offerChoices, openChoices } from './choices.js';
import { connectContext } from './context.js';
import type { ConnectionDependencies } from './dependencies.js';
import { refusalOf } from './refusals.js';
import { findConnection } from './repository.js';
import { standingBefore } from './standing.js';
import { storeAccounts } from './store-accounts.js';
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
  const { store, clock } = call.services;
  const choices = row.status === 'choosing' ? openChoices(store, row) : [];
  const accounts = await viewAccounts(call, await connectedAccounts(call, row));
  const standing = await standingBefore(call, row.platform);
  return viewConnection(row, { now: clock.now(), standing, accounts, choices });
}

async function connectedAccounts(
  { services, caller }: Call<'connections.get'>,
  { status, account_id, account_ids_json }: ConnectionRow,
): Promise<readonly AccountRow[]> {
  if (status !== 'connected' || account_id === null) return [];
  const ids: readonly string[] = account_ids_json === null ? [account_id] : JSON.parse(account_ids_json);
  const rows = await services.store.db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', 'in', ids)
    .execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Exchanges what the person brings back for access to the account, and stores it. */
export async function finishConnection(
  call: FinishCall,
  dependencies: ConnectionDependencies,
): Promise<Connection> {
  const { services, body } = call;
  const row = await requireConnection(call);
  const isOpen = row.status === 'waiting' || row.status === 'choosing';
  if (!isOpen || row.sealed === null || !NETWORKS[row.platform].connector) throw alreadyFinished(row);
  if (row.expires_at <= services.clock.now()) {
    throw new RequestRefused(
      'state_conflict',
      `${row.id} has expired. Begin again with \`POST /v1/connections\`.`,
    );
  }
  const context = connectContext(call, dependencies, row.platform);
  if (row.status === 'choosing') {
    const chosen = chosenOf(row, openChoices(services.store, row), body);
    await takeState(call, row);
    return storing(call, row, context, chosen);
  }
  requireAnswer(row, body);
  refuseOtherAddress(call, row);
  // A code works once: of two requests that bring it at the same time, one goes on.
  if (row.method !== 'app_password') await takeState(call, row);
  return storing(call, row, context, null);
}

/** Signs in unless accounts are chosen already, and stores them; a failure is kept with the connection. */
async function storing(
  call: FinishCall,
  row: ConnectionRow,
  context: ConnectContext,
  chosen: readonly ChoosableAccount[] | null,
): Promise<Connection> {
  const { connector } = NETWORKS[row.platform];
  if (!connector) throw alreadyFinished(row);
  let accounts: readonly SignedInAccount[] = chosen ?? [];
  try {
    if (chosen === null) {
      const signedIn = await signIn(call, row, context);
      if (signedIn.length > 1) return await offerChoices(call, row, signedIn);
      accounts = signedIn;
    }
    for (const account of accounts) await confirmMove(call, row, connector, context, account);
    return await storeAccounts(call, row, context, accounts);
  } catch (error) {
    const refused = refusalOf(error, row.platform);
    if (refused instanceof RequestRefused) {
      for (const account of accounts) await endAccess(call, row, connector, context, account);
    }
    if (row.method !== 'app_password') await recordFailure(call, row, refused);
    throw refused;
  }
}

/** The accounts that the person has given access to. Who reconnects one gets that one alone. */
async function signIn(
  call: FinishCall,
  row: ConnectionRow,
  context: ConnectContext,
): Promise<readonly ChoosableAccount[]> {
  const { vault } = call.services.store;
  const { connector } = NETWORKS[row.platform];
  if (!connector || row.sealed === null) throw alreadyFinished(row);
  const open = {
    method: row.method,
    origin: row.origin,
    redirectUri: row.redirect_uri,
    secrets: vault.openConnection(row.id, row.sealed),
  };
  const offered = offeredIn(await connector.finish(context, open, call.body));
  const known = row.account_id === null ? undefined : await knownUserId(call, row.account_id);
  const same = offered.find((one) => storedUserId(row, one) === known);
  return same ? [same] : known === undefined ? offered : offered.slice(0, 1);
}

function offeredIn(signedIn: SignedIn): readonly ChoosableAccount[] {
  const all = 'choices' in signedIn ? signedIn.choices : [{ ...signedIn, kind: '' }];
  return all.map((one) => ({ ...presentable(one), kind: one.kind }));
}

async function knownUserId({ services }: FinishCall, accountId: string): Promise<string | undefined> {
  const row = await services.store.db
    .selectFrom('accounts')
    .select('network_user_id')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.network_user_id;
}

/** @throws RequestRefused the request lacks what the method needs; the connection can still be finished */
function requireAnswer(
  { method }: ConnectionRow,
  { callbackUrl, code, identifier, appPassword }: FinishConnection,
): void {
  const needed = {
    browser: { callbackUrl },
    paste: { callbackUrl },
    code: { code },
    app_password: { identifier, appPassword },
  }[method];
  const missing = Object.entries(needed).flatMap(([name, value]) => (value?.trim() ? [] : [`\`${name}\``]));
  if (missing.length === 0) return;
  throw new RequestRefused('validation_failed', `To finish this connection, send ${missing.join(' and ')}.`);
}

/**
 * Keeps the connection open after an address that cannot be the network's answer, such as one of another sign-in.
 *
 * @throws RequestRefused
 */
function refuseOtherAddress(
  { services, body }: FinishCall,
  { id, method, platform, sealed }: ConnectionRow,
): void {
  if ((method !== 'browser' && method !== 'paste') || sealed === null) return;
  const { state = '' } = services.store.vault.openConnection(id, sealed);
  try {
    answerIn(body.callbackUrl?.trim() ?? '', state);
  } catch (error) {
    throw refusalOf(error, platform);
  }
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
      .where('sealed', '=', row.sealed)
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
