import { codeFrom, codeParameters, newCodeRequest } from '../connecting/authorization-code.js';
import {
  type ConnectContext,
  type Connector,
  ConnectRefused,
  type RegisteredApp,
  type SignedInAccount,
} from '../connecting/connector.js';
import { away, MAX_QUOTED, SERVER_FAULT } from '../connecting/server-answers.js';
import { serverOrigin } from '../connecting/server-origin.js';
import type { Connection, Credentials } from '../connection.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import type { Wire, WireRequest, WireResponse } from '../wire.js';

/**
 * Where the server shows the code instead of sending the browser back
 * (https://docs.joinmastodon.org/spec/oauth/#redirect-uri).
 */
const SHOWN_CODE = 'urn:ietf:wg:oauth:2.0:oob';

/** Read the account, its posts and who answers them; publish. Nothing about followers, filters or blocks. */
const SCOPES =
  'read:accounts read:statuses read:notifications write:media write:statuses write:conversations';

const OK = 200;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Scene {
  readonly context: ConnectContext;
  readonly origin: string;
  readonly wire: Wire;
}

const hostOf = (origin: string): string => new URL(origin).host;

function get(path: string, headers: Readonly<Record<string, string>> = {}): WireRequest {
  return { method: 'GET', path, headers };
}

function form(path: string, fields: Readonly<Record<string, string>>): WireRequest {
  return { method: 'POST', path, headers: FORM, body: new URLSearchParams(fields) };
}

/**
 * The server that has the API. Accounts may be called after another host, which then redirects.
 *
 * @throws ConnectRefused it does not speak Mastodon's API
 */
async function findServer(context: ConnectContext, written: string): Promise<Scene> {
  let origin = serverOrigin(written);
  for (let moves = 0; moves < 2; moves += 1) {
    const wire = context.wireTo(origin);
    const scene = { context, origin, wire };
    const response = await describedBy(scene);
    if (response.status === OK && hasInstance(response.body)) return scene;
    const elsewhere = REDIRECTS.includes(response.status) ? response.headers['location'] : undefined;
    if (elsewhere === undefined || !URL.canParse(elsewhere, origin)) {
      if (response.status >= SERVER_FAULT) throw away(hostOf(origin), response);
      // A server that hides this from strangers has the API nevertheless.
      if (response.status === 401 || response.status === 403) return scene;
      break;
    }
    origin = new URL(elsewhere, origin).origin;
  }
  throw new ConnectRefused(
    'server_unsuitable',
    `${hostOf(origin)} does not answer like a Mastodon server. Give the server where you sign in, such as mastodon.social.`,
  );
}

/** Version 2 of the description came with Mastodon 4; some programs only have version 1. */
async function describedBy({ context, wire }: Scene): Promise<WireResponse> {
  const response = await wire.send(get('/api/v2/instance'), context.signal);
  return response.status === 404 ? wire.send(get('/api/v1/instance'), context.signal) : response;
}

function hasInstance(body: unknown): boolean {
  return textAt(body, 'uri') !== null || textAt(body, 'domain') !== null;
}

/** The registration of Postrider at the server. The server may have deleted the one that is stored. */
async function appAt(scene: Scene, redirectUri: string): Promise<RegisteredApp> {
  const { context, origin, wire } = scene;
  const stored = await context.findApp(origin, redirectUri);
  if (stored && (await isKnown(scene, stored, redirectUri))) return stored;
  const response = await wire.send(
    form('/api/v1/apps', {
      client_name: 'Postrider',
      redirect_uris: redirectUri,
      scopes: SCOPES,
      website: 'https://github.com/postrider/postrider',
    }),
    context.signal,
  );
  const clientId = textAt(response.body, 'client_id');
  const clientSecret = textAt(response.body, 'client_secret');
  if (response.status !== OK || clientId === null || clientSecret === null) {
    if (response.status >= SERVER_FAULT) throw away(hostOf(origin), response);
    throw new ConnectRefused(
      'server_unsuitable',
      `${hostOf(origin)} does not let Postrider register as an app (${wordsOf(response)}). Is it a Mastodon server?`,
    );
  }
  const app = { clientId, clientSecret };
  await context.keepApp(origin, redirectUri, app);
  return app;
}

/** Whether the server still knows the app. A server that does not offer this grant leaves it open. */
async function isKnown({ context, wire }: Scene, app: RegisteredApp, redirectUri: string): Promise<boolean> {
  const request = form('/oauth/token', {
    grant_type: 'client_credentials',
    redirect_uri: redirectUri,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const { body } = await wire.send(request, context.signal);
  return textAt(body, 'error') !== 'invalid_client';
}

async function tokenFor(
  { context, origin, wire }: Scene,
  app: RegisteredApp,
  code: string,
  { verifier, redirectUri }: { readonly verifier: string; readonly redirectUri: string },
): Promise<string> {
  const response = await wire.send(
    form('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      scope: SCOPES,
    }),
    context.signal,
  );
  const token = textAt(response.body, 'access_token');
  if (response.status === OK && token) return token;
  if (response.status >= SERVER_FAULT) throw away(hostOf(origin), response);
  if (textAt(response.body, 'error') === 'invalid_grant') {
    throw new ConnectRefused(
      'sign_in_refused',
      `${hostOf(origin)} does not accept the code. It works once and for a short time: begin again.`,
    );
  }
  throw refused(origin, 'the sign-in', response);
}

async function ownerOf({ context, origin }: Scene, credentials: Credentials): Promise<SignedInAccount> {
  const wire = context.wireTo(origin, credentials);
  const { accessToken = '' } = credentials;
  const response = await wire.send(
    get('/api/v1/accounts/verify_credentials', { authorization: `Bearer ${accessToken}` }),
    context.signal,
  );
  const { body, status } = response;
  const id = textAt(body, 'id');
  // A server has names of its own accounts only.
  const name = (textAt(body, 'username') ?? textAt(body, 'acct'))?.split('@')[0];
  if (status !== OK || !id || !name) {
    throw status >= SERVER_FAULT
      ? away(hostOf(origin), response)
      : refused(origin, 'to say whose account it is', response);
  }
  const handle = `${name}@${hostOf(origin)}`;
  return {
    origin,
    networkUserId: id,
    handle,
    displayName: textAt(body, 'display_name') || name,
    avatarUrl: textAt(body, 'avatar'),
    profileUrl: textAt(body, 'url') ?? `${origin}/@${name}`,
    credentials,
  };
}

function refused(origin: string, what: string, response: WireResponse): ConnectRefused {
  return new ConnectRefused('sign_in_refused', `${hostOf(origin)} refused ${what}: ${wordsOf(response)}`);
}

/** The server's own words. */
function wordsOf({ status, body }: WireResponse): string {
  const words = textAt(body, 'error_description') ?? textAt(body, 'error') ?? `HTTP ${status}`;
  return words.slice(0, MAX_QUOTED);
}

/** Mastodon and programs with its API: Postrider registers itself at each server, and the owner allows access there. */
export const mastodonConnector: Connector = {
  async begin(context, { method, server, redirectUri: returnTo }) {
    if (server === null) {
      throw new ConnectRefused(
        'validation_failed',
        'Mastodon accounts belong to a server: name it in `server`.',
      );
    }
    const scene = await findServer(context, server);
    const redirectUri = method === 'code' ? SHOWN_CODE : returnTo;
    const app = await appAt(scene, redirectUri);
    const request = newCodeRequest();
    const query = new URLSearchParams({
      ...codeParameters(request),
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: SCOPES,
    });
    return {
      origin: scene.origin,
      authorizeUrl: `${scene.origin}/oauth/authorize?${query}`,
      secrets: { ...request, ...app },
    };
  },

  async finish(context, { method, origin, redirectUri, secrets }, { callbackUrl = '', code: pasted = '' }) {
    const { state = '', verifier = '', clientId = '', clientSecret = '' } = secrets;
    if (origin === null)
      throw new ConnectRefused('sign_in_refused', 'The connection has no server. Begin again.');
    const code =
      method === 'code' ? pasted.trim() : codeFrom(callbackUrl, state, origin, { isNeeded: false });
    const scene = { context, origin, wire: context.wireTo(origin) };
    const accessToken = await tokenFor(scene, { clientId, clientSecret }, code, {
      verifier,
      redirectUri: method === 'code' ? SHOWN_CODE : redirectUri,
    });
    return ownerOf(scene, { accessToken, clientId, clientSecret });
  },

  async revoke({ account, wire, signal }: Connection) {
    const { accessToken = '', clientId = '', clientSecret = '' } = account.credentials;
    if (valueAt(account.credentials, 'accessToken') === undefined || clientId === '') return;
    await wire.send(
      form('/oauth/revoke', { client_id: clientId, client_secret: clientSecret, token: accessToken }),
      signal,
    );
  },
};
