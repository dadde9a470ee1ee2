import { isLoopback } from '../../../base/loopback.js';
import {
  CONNECTION_MINUTES,
  type Connection,
  type ConnectMethod,
} from '../../../contract/accounts/connections.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { CALLBACK_PATH, dashboardRedirect, pasteRedirect } from '../../../networks/access/redirects.js';
import { accessOf, appOf, CONNECTABLE_NAMES, redirectRuleOf } from '../../../networks/access.js';
import type { ConnectContext, Connector } from '../../networks/connecting/connector.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { requireAccount } from '../accounts/require-account.js';
import { findPlatformApp } from '../apps/repository.js';
import { connectContext } from './context.js';
import type { ConnectionDependencies } from './dependencies.js';
import { refusalOf, requireLive, requireRehearsed } from './refusals.js';
import { forgetOldConnections, hashOfState } from './repository.js';
import { standingBefore } from './standing.js';
import { viewConnection } from './view.js';

type StartCall = Call<'connections.start'>;

/** Connections that wait at the same time; a key that nobody watches must not fill the database. */
const MAX_WAITING = 50;

/** Begins to connect an account: registers Postrider at its server, and returns where the person signs in. */
export async function startConnection(
  call: StartCall,
  dependencies: ConnectionDependencies,
): Promise<Connection> {
  const { body, caller, services } = call;
  const { platform } = body;
  requireLive(caller.workspace);
  requireRehearsed(services.rehearsal, platform);
  const connector = connectorOf(call);
  const method = methodOf(call);
  const account = await accountToReconnect(call);
  if (!account) await refuseAtLimit(services.store.db, 'accounts', caller.workspace.id);
  const redirectUri = await redirectUriOf(call, method);
  const context = connectContext(call, dependencies, platform);
  const server = body.server ?? (account && (await serverOf(account, connector, context)));
  const identifier = body.identifier ?? account?.handle ?? null;
  const wish = { method, server, identifier, redirectUri };
  const begun = await connector.begin(context, wish).catch((error: unknown) => {
    throw refusalOf(error, platform);
  });

  const standing = await standingBefore(call, platform);
  const now = services.clock.now();
  const { state } = begun.secrets;
  const id = services.ids.next('connection', now);
  const row: ConnectionRow = {
    id,
    workspace_id: caller.workspace.id,
    api_key_id: caller.key.id,
    platform,
    method,
    origin: begun.origin,
    redirect_uri: redirectUri,
    account_id: account?.id ?? null,
    account_ids_json: null,
    status: 'waiting',
    authorize_url: begun.authorizeUrl,
    state_hash: state === undefined ? null : hashOfState(state),
    sealed: services.store.vault.sealConnection(id, begun.secrets),
    problem: null,
    created_at: now,
    expires_at: now + CONNECTION_MINUTES * 60_000,
  };
  return call.commit(async (trx) => {
    await forgetOldConnections(trx, caller.workspace.id, now);
    const { waiting } = await trx
      .selectFrom('connections')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('workspace_id', '=', caller.workspace.id)
      .where('status', '=', 'waiting')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= MAX_WAITING) throw tooMany();
    await trx.insertInto('connections').values(row).execute();
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'connections.start',
      objectId: account?.id ?? null,
      summary: `began to connect an account on ${PLATFORM_NAMES[platform]}`,
      requestId: call.requestId,
      now: call.now,
    });
    return viewConnection(row, { now, standing });
  });
}

function connectorOf({ body: { platform } }: StartCall): Connector {
  const { connector } = NETWORKS[platform];
  if (connector) return connector;
  throw new RequestRefused(
    'network_not_connectable',
    `Postrider cannot connect real ${PLATFORM_NAMES[platform]} accounts yet, only ${CONNECTABLE_NAMES}. In a sandbox, every network is simulated.`,
  );
}

function methodOf({ body: { method, platform } }: StartCall): ConnectMethod {
  const methods: readonly ConnectMethod[] = accessOf(platform)?.methods ?? [];
  const [byDefault] = methods;
  const wanted = method ?? byDefault;
  if (wanted !== undefined && methods.includes(wanted)) return wanted;
  throw new RequestRefused(
    'validation_failed',
    `${PLATFORM_NAMES[platform]} accounts are connected by ${methods.map((one) => `\`${one}\``).join(' or ')}.`,
  );
}

/** @throws RequestRefused the account to reconnect is not there, or is of another network */
async function accountToReconnect({ body, caller, services }: StartCall): Promise<AccountRow | null> {
  if (body.accountId === undefined) return null;
  const account = await requireAccount(services.store.db, caller.workspace.id, body.accountId);
  if (account.platform === body.platform) return account;
  throw new RequestRefused(
    'validation_failed',
    `${body.accountId} is an account on ${PLATFORM_NAMES[account.platform]}, not on ${PLATFORM_NAMES[body.platform]}.`,
  );
}

/** The server at which a known account signs in: the one that its identity names, else the one where it was. */
async function serverOf(
  { network_user_id: networkUserId, origin }: AccountRow,
  { currentServer }: Connector,
  context: ConnectContext,
): Promise<string | null> {
  return (await currentServer?.(context, networkUserId)) ?? origin;
}

/** Where the network sends the browser back. Programs may only receive it on the person's own machine. */
async function redirectUriOf(call: StartCall, method: ConnectMethod): Promise<string> {
  const { body, caller, services } = call;
  const { returnUrl, platform } = body;
  const { publicUrl } = services;
  const access = appOf(platform);
  const app = access && (await findPlatformApp(services, caller.workspace.id, platform));
  const rule = access ? redirectRuleOf(access, app?.review ?? null) : undefined;
  if (returnUrl === undefined) {
    if (rule === undefined) return `${publicUrl}${CALLBACK_PATH}`;
    if (method === 'paste') return pasteRedirect(rule, publicUrl);
    return dashboardRedirect(rule, publicUrl) ?? `${publicUrl}${CALLBACK_PATH}`;
  }
  const url = new URL(returnUrl);
  const isPasted = method === 'paste' && url.protocol === 'https:';
  if ((isPasted || isLoopback(url.hostname)) && url.username === '' && url.hash === '') return returnUrl;
  throw new RequestRefused(
    'validation_failed',
    '`returnUrl` must be an address on the person’s machine, such as http://127.0.0.1:8080/callback. With `method: paste` it can also be an https address.',
  );
}

function tooMany(): RequestRefused {
  return new RequestRefused(
    'limit_reached',
    `${MAX_WAITING} connections are waiting to be finished. Finish them, or wait ${CONNECTION_MINUTES} minutes.`,
  );
}
