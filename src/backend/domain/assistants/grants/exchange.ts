import { createHash } from 'node:crypto';
import { isScope } from '../../../../contract/scopes.js';
import type { FetchingWorkspace } from '../../../fetching/fetch-policy.js';
import type { Store, Write } from '../../../store/store.js';
import { hashOfSecret } from '../../access/secrets.js';
import { requireClient } from '../clients/authenticate-client.js';
import type { ClientCredentials } from '../clients/client-credentials.js';
import { storedClient } from '../clients/find-client.js';
import { endConnection } from '../connections.js';
import type { AssistantDependencies, OAuthServer } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { requireResource } from './authorization-request.js';
import { ACCESS_MS, endFamily, giveTokens, type TokenPair } from './tokens.js';

/** How long a refresh token that was used still works, in milliseconds: sessions of one program share it and race. */
const GRACE_MS = 60_000;

/** A token answer (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** In seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

interface Exchange {
  readonly form: URLSearchParams;
  readonly credentials: ClientCredentials;
  readonly server: OAuthServer;
}

/**
 * Exchanges a code, or a refresh token, for tokens.
 *
 * @throws OAuthError
 */
export async function exchange(dependencies: AssistantDependencies, asked: Exchange): Promise<TokenAnswer> {
  const grantType = asked.form.get('grant_type');
  // By this error Claude learns that its registration was deleted, and registers again.
  if ((await storedClient(dependencies.store, asked.credentials.clientId)) === null) {
    throw new OAuthError('invalid_client', 'This server does not know this client. Register again.');
  }
  requireResource(asked.form.getAll('resource'), asked.server);
  if (grantType === 'authorization_code') return exchangeCode(dependencies, asked);
  if (grantType === 'refresh_token') return refresh(dependencies, asked);
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

async function exchangeCode(
  dependencies: AssistantDependencies,
  { form, credentials, server }: Exchange,
): Promise<TokenAnswer> {
  const { store, clock } = dependencies;
  const hash = hashOfSecret(form.get('code') ?? '');
  const row = await store.db
    .selectFrom('oauth_codes')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (row?.client_id !== credentials.clientId) throw codeRefused();
  const connection = await activeConnection(store, row.connection_id);
  if (connection === null) throw codeRefused();
  await authenticate(dependencies, credentials, connection, server);
  const redirectUri = form.get('redirect_uri');
  if (redirectUri !== null && redirectUri !== row.redirect_uri) throw codeRefused();
  if (!verifies(form.get('code_verifier') ?? '', row.code_challenge)) throw codeRefused();
  if (row.used_at === null && row.expires_at <= clock.now()) throw codeRefused();
  const pair = await store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('oauth_codes')
      .set({ used_at: clock.now() })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return giveTokens(trx, holderOf(row, null), clock.now());
    // Somebody else may have used the code first.
    await endFamily(trx, row.family);
    return null;
  });
  if (pair === null) throw codeRefused();
  return answerOf(pair, connection);
}

const codeRefused = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'This code is unknown, was used before, has expired, or is not for this request.',
  );

function verifies(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}

async function refresh(
  dependencies: AssistantDependencies,
  { form, credentials, server }: Exchange,
): Promise<TokenAnswer> {
  const { store, clock } = dependencies;
  const hash = hashOfSecret(form.get('refresh_token') ?? '');
  const row = await store.db
    .selectFrom('oauth_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', '=', 'refresh')
    .executeTakeFirst();
  if (row?.client_id !== credentials.clientId || row.expires_at <= clock.now()) throw refreshRefused();
  const connection = await activeConnection(store, row.connection_id);
  if (connection === null) throw refreshRefused();
  await authenticate(dependencies, credentials, connection, server);
  const pair = await store.write(async (trx) => {
    const now = clock.now();
    const known = await trx
      .selectFrom('oauth_tokens')
      .select('used_at')
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (known === undefined) return null;
    if (known.used_at !== null && now - known.used_at > GRACE_MS && (await hasUsedSuccessor(trx, hash))) {
      await endFamily(trx, row.family);
      return null;
    }
    if (known.used_at === null) {
      await trx.updateTable('oauth_tokens').set({ used_at: now }).where('hash', '=', hash).execute();
    }
    return giveTokens(trx, holderOf(row, hash), now);
  });
  if (pair === null) throw refreshRefused();
  return answerOf(pair, connection);
}

const refreshRefused = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'This connection has ended, or its refresh token has expired or was replaced. Connect again.',
  );

/** Whether a token that replaced this one has been used, so that its holder has no need of this one. */
async function hasUsedSuccessor(trx: Write, hash: string): Promise<boolean> {
  const used = await trx
    .selectFrom('oauth_tokens')
    .select('hash')
    .where('parent', '=', hash)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

function holderOf(
  row: { readonly connection_id: string; readonly client_id: string; readonly family: string },
  parent: string | null,
) {
  return { connection_id: row.connection_id, client_id: row.client_id, family: row.family, parent };
}

/** A connection that has not ended, with its workspace. */
interface ActiveConnection {
  readonly scopes_json: string;
  readonly workspace: FetchingWorkspace;
}

async function activeConnection({ db }: Pick<Store, 'db'>, id: string): Promise<ActiveConnection | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.scopes_json', 'workspaces.id as workspace_id', 'workspaces.sandbox'])
    .where('api_keys.id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row
    ? { scopes_json: row.scopes_json, workspace: { id: row.workspace_id, sandbox: row.sandbox } }
    : null;
}

async function authenticate(
  dependencies: AssistantDependencies,
  credentials: ClientCredentials,
  { workspace }: ActiveConnection,
  server: OAuthServer,
): Promise<void> {
  const client = await storedClient(dependencies.store, credentials.clientId);
  await requireClient(dependencies, client, credentials, { workspace, server });
}

function answerOf({ access, refresh }: TokenPair, { scopes_json }: ActiveConnection): TokenAnswer {
  const scopes: readonly string[] = JSON.parse(scopes_json);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: refresh,
    scope: scopes.filter(isScope).join(' '),
  };
}

/**
 * Ends the tokens that one token belongs to (RFC 7009); with the last of them the connection ends. An unknown token is
 * as good as ended.
 *
 * @throws OAuthError `invalid_client`
 */
export async function revokeToken(
  dependencies: AssistantDependencies,
  { form, credentials, server }: Exchange,
): Promise<void> {
  const { store, clock } = dependencies;
  const hash = hashOfSecret(form.get('token') ?? '');
  const row = await store.db
    .selectFrom('oauth_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (row?.client_id !== credentials.clientId) return;
  const connection = await activeConnection(store, row.connection_id);
  if (connection === null) return;
  await authenticate(dependencies, credentials, connection, server);
  await store.write(async (trx) => {
    await endFamily(trx, row.family);
    const left = await trx
      .selectFrom('oauth_tokens')
      .select('hash')
      .where('connection_id', '=', row.connection_id)
      .where('kind', '=', 'refresh')
      .where('expires_at', '>', clock.now())
      .limit(1)
      .executeTakeFirst();
    if (left === undefined) await endConnection(trx, row.connection_id, clock.now());
  });
}
