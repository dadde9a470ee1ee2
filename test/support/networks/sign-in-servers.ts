import { createHash } from 'node:crypto';
import { json } from '../../../src/backend/networks/answers.js';
import type { WireResponse } from '../../../src/backend/networks/wire.js';
import {
  type ServedFirst,
  ServedNetwork,
  type ServedRequest,
} from '../../../src/backend/simulators/over-http/served-network.js';

const formOf = ({ body }: ServedRequest) => new URLSearchParams(body.toString('utf8'));

/** A server with Mastodon's API: apps register themselves, and people allow them access. */
export class MastodonServer {
  readonly network: ServedNetwork;
  /** The apps that registered, by client id. */
  readonly apps: Map<string, { readonly secret: string; readonly redirectUri: string }>;
  readonly revoked: string[];
  readonly #codes: Map<string, { readonly clientId: string; readonly challenge: string }>;

  private constructor(
    network: ServedNetwork,
    apps: MastodonServer['apps'],
    codes: Map<string, { readonly clientId: string; readonly challenge: string }>,
    revoked: string[],
  ) {
    this.network = network;
    this.apps = apps;
    this.revoked = revoked;
    this.#codes = codes;
  }

  /** @param first answers before the simulated network does */
  static async start(first: ServedFirst = () => null): Promise<MastodonServer> {
    const apps: MastodonServer['apps'] = new Map();
    const codes = new Map<string, { readonly clientId: string; readonly challenge: string }>();
    const revoked: string[] = [];
    const network: ServedNetwork = await ServedNetwork.start('mastodon', (request) =>
      request.url.pathname === '/oauth/authorize'
        ? consent(request, server)
        : (answerSignIn(request, { apps, codes, revoked }, network) ?? first(request)),
    );
    const server = new MastodonServer(network, apps, codes, revoked);
    return server;
  }

  get origin(): string {
    return this.network.origin;
  }

  /**
   * What a browser does when a person allows access.
   *
   * @returns the address to which the server sends the browser back; for a shown code, the code
   */
  allow(authorizeUrl: string): string {
    const { searchParams } = new URL(authorizeUrl);
    const clientId = searchParams.get('client_id') ?? '';
    const redirectUri = searchParams.get('redirect_uri') ?? '';
    if (this.apps.get(clientId)?.redirectUri !== redirectUri) throw new Error('Another redirect URI.');
    const code = `code-${this.#codes.size + 1}`;
    this.#codes.set(code, { clientId, challenge: searchParams.get('code_challenge') ?? '' });
    if (!redirectUri.startsWith('http')) return code;
    return `${redirectUri}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
  }

  close(): Promise<void> {
    return this.network.close();
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** The page on which a person allows or denies access. */
function consent({ method, url, body }: ServedRequest, server: MastodonServer): WireResponse {
  if (method === 'GET') {
    const buttons = ['Authorize', 'Deny'].map((name) => `<button name="do" value="${name}">${name}</button>`);
    return {
      status: 200,
      headers: HTML,
      body: `<form method="post"><h1>Allow Postrider?</h1>${buttons}</form>`,
    };
  }
  const { searchParams } = url;
  const redirectUri = searchParams.get('redirect_uri') ?? '';
  const denied = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' });
  const isDenied = new URLSearchParams(body.toString('utf8')).get('do') === 'Deny';
  const answer = isDenied ? `${redirectUri}?${denied}` : server.allow(url.href);
  if (answer.startsWith('http')) return { status: 303, headers: { location: answer }, body: '' };
  return { status: 200, headers: HTML, body: `<code>${answer}</code>` };
}

function answerSignIn(
  request: ServedRequest,
  {
    apps,
    codes,
    revoked,
  }: {
    readonly apps: MastodonServer['apps'];
    readonly codes: Map<string, { readonly clientId: string; readonly challenge: string }>;
    readonly revoked: string[];
  },
  network: ServedNetwork,
): WireResponse | null {
  const { pathname } = request.url;
  if (pathname === '/api/v1/apps') {
    const form = formOf(request);
    const clientId = `client-${apps.size + 1}`;
    apps.set(clientId, { secret: `secret-of-${clientId}`, redirectUri: form.get('redirect_uris') ?? '' });
    return json(200, { id: '1', client_id: clientId, client_secret: `secret-of-${clientId}` });
  }
  if (pathname === '/oauth/token') return exchange(formOf(request), { apps, codes }, network);
  if (pathname === '/oauth/revoke') {
    revoked.push(formOf(request).get('token') ?? '');
    return json(200, {});
  }
  return null;
}

function exchange(
  form: URLSearchParams,
  {
    apps,
    codes,
  }: {
    readonly apps: MastodonServer['apps'];
    readonly codes: Map<string, { readonly clientId: string; readonly challenge: string }>;
  },
  network: ServedNetwork,
): WireResponse {
  const clientId = form.get('client_id') ?? '';
  if (apps.get(clientId)?.secret !== form.get('client_secret')) return json(401, { error: 'invalid_client' });
  if (form.get('grant_type') === 'client_credentials')
    return json(200, { access_token: 'app', scope: 'read' });
  const granted = codes.get(form.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (granted?.clientId !== clientId || granted.challenge !== challenge) {
    return json(400, {
      error: 'invalid_grant',
      error_description: 'The provided authorization grant is invalid',
    });
  }
  codes.delete(form.get('code') ?? '');
  const { accessToken } = network.scene.account.credentials;
  return json(200, { access_token: accessToken, token_type: 'Bearer', scope: form.get('scope') });
}

/**
 * A PDS that signs its one account in with an app password.
 *
 * @param first answers before it does
 */
export async function startPds(
  passwords: { readonly app: string; readonly own: string },
  first: ServedFirst = () => null,
): Promise<ServedNetwork> {
  const network: ServedNetwork = await ServedNetwork.start('bluesky', async (request) => {
    const answer = await first(request);
    if (answer !== null) return answer;
    const { pathname } = request.url;
    if (pathname === '/xrpc/com.atproto.server.createSession')
      return createSession(request, passwords, network);
    return pathname === '/xrpc/com.atproto.server.deleteSession' ? json(200, {}) : null;
  });
  return network;
}

function createSession(
  { body }: ServedRequest,
  passwords: { readonly app: string; readonly own: string },
  network: ServedNetwork,
): WireResponse {
  const { identifier, password } = JSON.parse(body.toString('utf8'));
  const { handle, networkUserId, credentials } = network.scene.account;
  if (identifier !== handle || (password !== passwords.app && password !== passwords.own)) {
    return json(401, { error: 'AuthenticationRequired', message: 'Invalid identifier or password' });
  }
  const isOwn = password === passwords.own;
  const claims = Buffer.from(JSON.stringify({ scope: 'com.atproto.access' })).toString('base64url');
  return json(200, {
    did: networkUserId,
    handle,
    accessJwt: isOwn ? `e30.${claims}.x` : credentials['accessToken'],
    refreshJwt: credentials['refreshToken'] ?? 'refresh-token',
    active: true,
  });
}
