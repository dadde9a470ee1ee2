import type { FinishConnection } from '../../../contract/accounts/connections.js';
import {
  type ConnectContext,
  type Connector,
  ConnectRefused,
  type OpenConnection,
  type SignedInAccount,
} from '../connecting/connector.js';
import { away, MAX_QUOTED, SERVER_FAULT } from '../connecting/server-answers.js';
import { serverOrigin } from '../connecting/server-origin.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { ConnectionFailed, type Wire, type WireResponse } from '../wire.js';
import { expiryOfToken, scopeOfToken } from './access-token.js';
import { BLUESKY_ENTRANCE, findIdentity, isHandle, pdsIn } from './identity.js';
import { isOauth, revokeSession } from './oauth/session.js';
import { beginInBrowser, finishInBrowser } from './oauth/sign-in.js';
import { blueskyAccount } from './signed-in-account.js';

const OK = 200;
const TOO_MANY = 429;
/** What the token of an account's own password allows; an app password's is `com.atproto.appPass…`. */
const FULL_ACCESS = 'com.atproto.access';
const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords';

/** A handle without the @ that people write before it. */
function handleAsWritten(identifier: string): string {
  return identifier.trim().replace(/^@/, '').toLowerCase();
}

/** Where an account signs in, and which one it must be; `did` null: that is the server’s to say. */
interface Entrance {
  readonly origin: string;
  readonly did: string | null;
}

/** @throws ConnectRefused */
async function entranceFor(
  context: ConnectContext,
  server: string | null,
  identifier: string,
): Promise<Entrance> {
  if (server !== null) return { origin: server, did: null };
  if (identifier.startsWith('did:') || isHandle(identifier)) {
    const { pds, did } = await findIdentity(context, identifier);
    return { origin: pds, did };
  }
  // An e-mail address says nothing of the server.
  if (identifier.includes('@')) return { origin: BLUESKY_ENTRANCE, did: null };
  throw new ConnectRefused(
    'validation_failed',
    '`identifier` must be a handle with a dot, such as name.bsky.social.',
  );
}

async function signIn(
  context: ConnectContext,
  origin: string,
  identifier: string,
  password: string,
): Promise<WireResponse> {
  const response = await context.wireTo(origin).send(
    {
      method: 'POST',
      path: '/xrpc/com.atproto.server.createSession',
      headers: { 'content-type': 'application/json' },
      body: { identifier, password },
    },
    context.signal,
  );
  if (response.status === OK) return response;
  throw refusal(origin, response);
}

function refusal(origin: string, response: WireResponse): ConnectRefused {
  const { status, body } = response;
  const host = new URL(origin).host;
  const error = textAt(body, 'error');
  if (status >= SERVER_FAULT) return away(host, response);
  if (status === TOO_MANY) {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} allows no more sign-ins for now. Try again in some minutes.`,
    );
  }
  if (error === 'AuthFactorTokenRequired') return ownPassword();
  if (error === 'AccountTakedown') {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} has taken this account down. Ask the server’s moderators.`,
    );
  }
  if (error === 'AuthenticationRequired') {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} does not accept this handle with this app password. Make a new app password at ${APP_PASSWORDS}.`,
    );
  }
  if (error === null) {
    return new ConnectRefused('server_unsuitable', `${host} does not answer like a server of Bluesky (PDS).`);
  }
  const words = textAt(body, 'message') ?? error;
  return new ConnectRefused('sign_in_refused', `${host} refused the sign-in: ${words.slice(0, MAX_QUOTED)}`);
}

function ownPassword(): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    `That is the password of the account itself. Postrider only takes app passwords, which can be ended one by one: make one at ${APP_PASSWORDS}.`,
  );
}

/** Ends a session that must not be kept. */
async function endSession(wire: Wire, refreshToken: string, signal: AbortSignal): Promise<void> {
  await wire.send(
    {
      method: 'POST',
      path: '/xrpc/com.atproto.server.deleteSession',
      headers: { authorization: `Bearer ${refreshToken}` },
    },
    signal,
  );
}

/**
 * Signs in with an app password at the account's own server.
 *
 * @throws ConnectRefused
 */
async function finishWithPassword(
  context: ConnectContext,
  { origin: server }: OpenConnection,
  { identifier = '', appPassword = '' }: FinishConnection,
): Promise<SignedInAccount> {
  const written = handleAsWritten(identifier);
  if (written === '' || appPassword === '') {
    throw new ConnectRefused('validation_failed', 'Give `identifier` and `appPassword`.');
  }
  const { origin: asked, did: wanted } = await entranceFor(context, server, written);
  const { body } = await signIn(context, asked, written, appPassword.trim());
  const did = textAt(body, 'did');
  const accessToken = textAt(body, 'accessJwt');
  const refreshToken = textAt(body, 'refreshJwt');
  // A server that answers for somebody else’s account would take that account’s place.
  const isOther = wanted !== null && wanted !== did;
  if (!did || !accessToken || !refreshToken || isOther) {
    throw new ConnectRefused(
      'server_unsuitable',
      `${new URL(asked).host} does not answer like a server of Bluesky (PDS).`,
    );
  }
  if (scopeOfToken(accessToken) === FULL_ACCESS) {
    await endSession(context.wireTo(asked), refreshToken, context.signal);
    throw ownPassword();
  }
  // The entrance of Bluesky's own servers names the one that holds the account.
  const origin = server ?? pdsIn(valueAt(body, 'didDoc')) ?? asked;
  const expiry = expiryOfToken(accessToken);
  const credentials = {
    accessToken,
    refreshToken,
    ...(expiry !== null && { expiresAt: new Date(expiry).toISOString() }),
  };
  return blueskyAccount(context, { origin, did, handle: textAt(body, 'handle') ?? written, credentials });
}

/** Bluesky: in a browser at the server that issues the account's tokens, or with an app password at its PDS. */
export const blueskyConnector: Connector = {
  async begin(context, wish) {
    const identifier = wish.identifier === null ? null : handleAsWritten(wish.identifier);
    if (wish.method === 'browser') return beginInBrowser(context, { ...wish, identifier });
    const origin = wish.server === null ? null : serverOrigin(wish.server);
    return { origin, authorizeUrl: null, secrets: {} };
  },

  finish: (context, open, answer) =>
    open.method === 'browser'
      ? finishInBrowser(context, open, answer)
      : finishWithPassword(context, open, answer),

  async currentServer(context, did) {
    try {
      return (await findIdentity(context, did)).pds;
    } catch (error) {
      if (error instanceof ConnectRefused || error instanceof ConnectionFailed) return null;
      throw error;
    }
  },

  async confirmMove(context, { networkUserId: did, origin, handle }) {
    const { pds } = await findIdentity(context, did);
    if (pds === origin) return;
    throw new ConnectRefused(
      'sign_in_refused',
      `${new URL(origin).host} does not hold the account @${handle}: its identity names ${new URL(pds).host}. Sign in there.`,
    );
  },

  async revoke(connection) {
    const { account, wire, signal } = connection;
    if (isOauth(account.credentials)) return revokeSession(connection);
    const { refreshToken = '' } = account.credentials;
    if (refreshToken !== '') await endSession(wire, refreshToken, signal);
  },
};
