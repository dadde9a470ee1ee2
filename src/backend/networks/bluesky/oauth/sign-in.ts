import type { FinishConnection } from '../../../../contract/accounts/connections.js';
import { codeFrom, codeParameters, newCodeRequest } from '../../connecting/authorization-code.js';
import {
  type BegunConnection,
  type ConnectContext,
  ConnectRefused,
  type ConnectWish,
  type OpenConnection,
  type SignedInAccount,
} from '../../connecting/connector.js';
import { away, MAX_QUOTED, SERVER_FAULT } from '../../connecting/server-answers.js';
import { serverOrigin } from '../../connecting/server-origin.js';
import { newSigningKey } from '../../connecting/signed-jwt.js';
import type { Credentials } from '../../connection.js';
import { textAt } from '../../requests/json-answer.js';
import type { WireResponse } from '../../wire.js';
import {
  BLUESKY_ENTRANCE,
  didAtServer,
  findIdentity,
  type Identity,
  isHandle,
  verifiedHandle,
} from '../identity.js';
import { blueskyAccount } from '../signed-in-account.js';
import { oauthClient, SCOPES } from './client.js';
import { type AuthorizationServer, authorizationServer, issuerOf } from './server.js';
import { endOauthSession, formTo, readTokens } from './session.js';

const OK = 200;
const CREATED = 201;
/** Without it nothing can be published. */
const NEEDED_SCOPES = ['atproto', 'transition:generic'];

/**
 * Announces a sign-in to the server that issues the account's tokens (PAR, RFC 9126), and returns the address where the
 * person signs in.
 *
 * @throws ConnectRefused
 * @throws ConnectionFailed
 */
export async function beginInBrowser(context: ConnectContext, wish: ConnectWish): Promise<BegunConnection> {
  const client = await oauthClient(context, wish.redirectUri);
  const { pds, did } = await wantedAccount(context, wish);
  const server = await authorizationServer(context, await issuerOf(context, pds ?? BLUESKY_ENTRANCE));
  const { issuer, requestEndpoint, authorizationEndpoint } = server;
  const codeRequest = newCodeRequest();
  const secrets: Credentials = {
    ...codeRequest,
    ...{ issuer, dpopKey: newSigningKey(), clientId: client.clientId, redirectUri: client.redirectUri },
    ...(client.clientKey !== null && { clientKey: client.clientKey }),
    ...(client.sessionMs !== null && { sessionMs: String(client.sessionMs) }),
    ...(did !== null && wish.identifier !== null && { wantedDid: did, wanted: wish.identifier }),
  };
  const response = await context.wireTo(issuer, secrets).send(
    formTo(requestEndpoint, secrets, {
      ...codeParameters(codeRequest),
      redirect_uri: client.redirectUri,
      scope: SCOPES,
      ...(wish.identifier !== null && { login_hint: wish.identifier }),
    }),
    context.signal,
  );
  const requestUri = textAt(response.body, 'request_uri');
  if ((response.status !== CREATED && response.status !== OK) || requestUri === null) {
    throw refusal(server, response);
  }
  const authorizeUrl = new URL(authorizationEndpoint);
  authorizeUrl.searchParams.set('client_id', client.clientId);
  authorizeUrl.searchParams.set('request_uri', requestUri);
  return { origin: pds, authorizeUrl: authorizeUrl.href, secrets };
}

/** The account that is to be connected, and the server that holds it; null: not known before the person has signed in. */
interface WantedAccount {
  readonly pds: string | null;
  readonly did: string | null;
}

async function wantedAccount(
  context: ConnectContext,
  { server, identifier }: Pick<ConnectWish, 'server' | 'identifier'>,
): Promise<WantedAccount> {
  if (server !== null) {
    const pds = serverOrigin(server);
    const isName = identifier !== null && isHandle(identifier);
    return { pds, did: isName ? await didAtServer(context, pds, identifier) : null };
  }
  return identifier === null ? { pds: null, did: null } : findIdentity(context, identifier);
}

/**
 * Exchanges the code that the browser brought back, and makes sure that the account belongs to the server that vouches
 * for it.
 *
 * @throws ConnectRefused
 * @throws ConnectionFailed
 */
export async function finishInBrowser(
  context: ConnectContext,
  { secrets }: OpenConnection,
  { callbackUrl = '' }: FinishConnection,
): Promise<SignedInAccount> {
  const { state = '', verifier = '', issuer = '', redirectUri = '', ...others } = secrets;
  const { sessionMs, wantedDid, wanted = '', ...held } = others;
  const code = codeFrom(callbackUrl, state, issuer, { isNeeded: true });
  const server = await authorizationServer(context, issuer);
  const known = { ...held, issuer };
  const wire = context.wireTo(issuer, known);
  const response = await wire.send(
    formTo(server.tokenEndpoint, known, {
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
      redirect_uri: redirectUri,
    }),
    context.signal,
  );
  const { accessToken, refreshToken, expiresInSeconds } = readTokens(response.body);
  if (response.status !== OK || accessToken === null) throw refusal(server, response);
  const { tokenEndpoint, revocationEndpoint } = server;
  const credentials: Credentials = {
    ...known,
    accessToken,
    tokenEndpoint,
    ...(revocationEndpoint !== null && { revocationEndpoint }),
    ...(refreshToken !== null && { refreshToken }),
    ...(expiresInSeconds !== null && { expiresAt: isoAfter(context.now, expiresInSeconds * 1000) }),
    ...(sessionMs !== undefined && { sessionEndsAt: isoAfter(context.now, Number(sessionMs)) }),
  };
  try {
    const identity = await identityOf(context, didIn(response.body, issuer), issuer);
    const { did, pds: origin } = identity;
    const handle = await verifiedHandle(context, await handleAt(context, origin, did, credentials), identity);
    if (wantedDid !== undefined && wantedDid !== did) throw otherAccount(handle, wanted);
    return await blueskyAccount(context, { origin, did, handle, credentials });
  } catch (error) {
    // Nobody keeps these tokens.
    await endOauthSession(wire, credentials, context.signal).catch(() => undefined);
    throw error;
  }
}

/**
 * The account that tokens were issued for.
 *
 * @throws ConnectRefused they are not what was asked for
 */
function didIn(body: unknown, issuer: string): string {
  const did = textAt(body, 'sub') ?? '';
  const scopes = (textAt(body, 'scope') ?? '').split(' ');
  if (!did.startsWith('did:') || textAt(body, 'token_type')?.toLowerCase() !== 'dpop') {
    throw new ConnectRefused(
      'server_unsuitable',
      `${new URL(issuer).host} does not answer like a server of Bluesky. Connect the account with an app password instead.`,
    );
  }
  if (NEEDED_SCOPES.every((scope) => scopes.includes(scope))) return did;
  throw new ConnectRefused(
    'sign_in_refused',
    'Access to publish was not allowed at the network. Begin again to allow it.',
  );
}

/** The person was signed in at the network as somebody else. */
function otherAccount(handle: string, wanted: string): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    `You signed in as @${handle}, but this sign-in was begun for @${wanted}. Sign out at the network and begin again, or begin with @${handle}.`,
  );
}

/**
 * The identity of an account. A server can claim any account: only the one that the account's own identity leads to may
 * vouch for it (https://atproto.com/specs/oauth#identity-authentication).
 *
 * @throws ConnectRefused
 */
async function identityOf(context: ConnectContext, did: string, issuer: string): Promise<Identity> {
  const identity = await findIdentity(context, did);
  if ((await issuerOf(context, identity.pds)) === issuer) return identity;
  throw new ConnectRefused(
    'sign_in_refused',
    `${new URL(issuer).host} does not speak for the account that it named. Begin again with the handle of the account.`,
  );
}

/** @throws ConnectRefused the account's server does not accept the tokens */
async function handleAt(
  context: ConnectContext,
  origin: string,
  did: string,
  credentials: Credentials,
): Promise<string> {
  const response = await context.wireTo(origin, credentials).send(
    {
      method: 'GET',
      path: '/xrpc/com.atproto.server.getSession',
      headers: { authorization: `Bearer ${credentials['accessToken'] ?? ''}` },
    },
    context.signal,
  );
  const { status, body } = response;
  const handle = textAt(body, 'handle');
  if (status === OK && handle && textAt(body, 'did') === did) return handle;
  throw refusalBy(new URL(origin).host, response, textAt(body, 'message'));
}

function isoAfter(now: number, milliseconds: number): string {
  return new Date(now + milliseconds).toISOString();
}

function refusal({ issuer }: AuthorizationServer, response: WireResponse): ConnectRefused {
  return refusalBy(new URL(issuer).host, response, textAt(response.body, 'error_description'));
}

function refusalBy(host: string, { status, body }: WireResponse, words: string | null): ConnectRefused {
  if (status >= SERVER_FAULT) return away(host, { status });
  const said = (words ?? textAt(body, 'error') ?? `HTTP ${status}`).slice(0, MAX_QUOTED);
  return new ConnectRefused('sign_in_refused', `${host} refused the sign-in: ${said}`);
}
