import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto';
import { json } from '../../../src/backend/networks/answers.js';
import type { WireResponse } from '../../../src/backend/networks/wire.js';
import {
  ServedNetwork,
  type ServedRequest,
} from '../../../src/backend/simulators/over-http/served-network.js';

interface PushedRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
  readonly scope: string;
  readonly loginHint: string | null;
  readonly thumbprint: string;
}

interface Session {
  readonly clientId: string;
  readonly thumbprint: string;
  accessToken: string;
  refreshToken: string;
  readonly used: Set<string>;
  isOver: boolean;
}

/** What a JWT says, after its signature was checked with a key. */
interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** As servers describe themselves, with the parts that tests change. */
type Metadata = Readonly<Record<string, unknown>>;

const RECENT_SECONDS = 60;

const thumbprintOf = ({ crv, kty, x, y }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

/** @throws Error the signature is wrong */
function readJwt(token: string, keyOf: (header: Jwt['header']) => JsonWebKey): Jwt {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const key = createPublicKey({ key: keyOf(read(header)), format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isGood = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('The signature is wrong.');
  return { header: read(header), claims: read(claims) };
}

/** Why a request is refused. */
class Refused extends Error {
  readonly answer: WireResponse;

  constructor(status: number, error: string, description: string, headers: WireResponse['headers'] = {}) {
    super(description);
    const { headers: plain, body } = json(status, {
      error,
      error_description: description,
      message: description,
    });
    this.answer = { status, headers: { ...plain, ...headers }, body };
  }
}

/**
 * A PDS, and the server that issues the tokens for it, which check what atproto's OAuth demands of a client: pushed
 * requests, PKCE, proofs with a nonce and without a repeat, refresh tokens that work once (https://atproto.com/specs/oauth).
 * The PDS also answers for the directory of identities.
 */
export class BlueskySignIn {
  readonly pds: ServedNetwork;
  readonly issuer: ServedNetwork;
  /** The descriptions of clients with an https address, by client id. */
  readonly clients: Map<string, Metadata> = new Map();
  /** What the issuer describes itself with, in place of what it is. */
  changed: Metadata = {};
  /** The account that the next token is issued for, and its scope, in place of the right ones. */
  token: { sub?: string; scope?: string } = {};
  /** What the directory says of the account in place of the truth. */
  document: Metadata = {};
  /** Who signs in; null: the one account. */
  signedIn: { readonly did: string; readonly handle: string } | null = null;
  /** What the PDS says of the server that issues its tokens, in place of the truth. */
  protectedResource: Metadata = {};
  /** The accounts that handles lead to; null: the one account has its handle. */
  handles: ReadonlyMap<string, string> | null = null;
  /** The login hints of the sign-ins that were begun. */
  readonly hints: (string | null)[] = [];
  /** The tokens that were ended. */
  readonly revoked: string[] = [];
  readonly #pushed = new Map<string, PushedRequest>();
  readonly #codes = new Map<string, PushedRequest>();
  readonly #sessions: Session[] = [];
  readonly #proofs = new Set<string>();
  readonly #nonces = { issuer: `nonce-${randomUUID()}`, pds: `nonce-${randomUUID()}` };

  private constructor(pds: ServedNetwork, issuer: ServedNetwork) {
    this.pds = pds;
    this.issuer = issuer;
  }

  static async start(): Promise<BlueskySignIn> {
    const pds: ServedNetwork = await ServedNetwork.start('bluesky', (request) => servers.#atPds(request));
    const issuer: ServedNetwork = await ServedNetwork.start('bluesky', (request) =>
      servers.#atIssuer(request),
    );
    const servers = new BlueskySignIn(pds, issuer);
    return servers;
  }

  /** Where a backend under test finds them in place of the network's own. */
  get reroute(): Readonly<Record<string, string>> {
    return {
      'https://plc.directory': this.pds.origin,
      'https://public.api.bsky.app': this.pds.origin,
      'https://bsky.social': this.pds.origin,
    };
  }

  /** The access token of the last sign-in no longer works. */
  expireAccess(): void {
    const session = this.#sessions.at(-1);
    if (session) session.accessToken = 'expired';
  }

  /** All sign-ins are over, as after two weeks. */
  endSessions(): void {
    for (const session of this.#sessions) session.isOver = true;
  }

  /** What a browser does when a person allows access: the address that it is sent back to. */
  allow(authorizeUrl: string): string {
    return this.#answer(authorizeUrl, (pushed) => {
      const code = `code-${randomUUID()}`;
      this.#codes.set(code, pushed);
      return { code };
    });
  }

  deny(authorizeUrl: string): string {
    return this.#answer(authorizeUrl, () => ({ error: 'access_denied' }));
  }

  async close(): Promise<void> {
    await Promise.all([this.pds.close(), this.issuer.close()]);
  }

  #answer(authorizeUrl: string, answer: (pushed: PushedRequest) => Record<string, string>): string {
    const { origin, searchParams } = new URL(authorizeUrl);
    if (origin !== this.issuer.origin) throw new Error('Another server.');
    const uri = searchParams.get('request_uri') ?? '';
    const pushed = this.#pushed.get(uri);
    if (pushed?.clientId !== searchParams.get('client_id')) throw new Error('Not announced.');
    this.#pushed.delete(uri);
    const query = { ...answer(pushed), state: pushed.state, iss: this.issuer.origin };
    return `${pushed.redirectUri}?${new URLSearchParams(query)}`;
  }

  get #person() {
    const { networkUserId: did, handle } = this.pds.scene.account;
    return this.signedIn ?? { did, handle };
  }

  async #atPds(request: ServedRequest): Promise<WireResponse | null> {
    const { pathname } = request.url;
    const { credentials } = this.pds.scene.account;
    const { did, handle } = this.#person;
    if (pathname === '/.well-known/oauth-protected-resource') {
      const authorization_servers = [this.issuer.origin];
      return json(200, { resource: this.pds.origin, authorization_servers, ...this.protectedResource });
    }
    if (pathname === `/${did}`) {
      const service = {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: this.pds.origin,
      };
      return json(200, { id: did, alsoKnownAs: [`at://${handle}`], service: [service], ...this.document });
    }
    if (pathname.endsWith('identity.resolveHandle') && request.headers['authorization'] === undefined) {
      const asked = request.url.searchParams.get('handle') ?? '';
      const found = (this.handles ?? new Map([[handle, did]])).get(asked);
      return found === undefined
        ? json(400, { error: 'InvalidRequest', message: 'Unable to resolve handle' })
        : json(200, { did: found });
    }
    try {
      this.#access(request);
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
    const headers = { ...request.headers, authorization: `Bearer ${credentials['accessToken']}` };
    const answer =
      this.signedIn !== null && pathname.endsWith('server.getSession')
        ? json(200, { ...this.signedIn, active: true })
        : await this.pds.pass({ ...request, headers });
    return { ...answer, headers: { ...answer.headers, 'dpop-nonce': this.#nonces.pds } };
  }

  /** @throws Refused the request lacks a token that works, or the proof that goes with it */
  #access(request: ServedRequest): void {
    const token = /^DPoP (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    const session = this.#sessions.find(({ accessToken, isOver }) => accessToken === token && !isOver);
    const proof = this.#proof(request, this.pds.origin, this.#nonces.pds, 401);
    const hash = createHash('sha256')
      .update(token ?? '')
      .digest('base64url');
    if (token === undefined || proof.claims['ath'] !== hash || session?.thumbprint !== proof.thumbprint) {
      throw new Refused(401, 'invalid_token', '"exp" claim timestamp check failed');
    }
  }

  #atIssuer(request: ServedRequest): WireResponse {
    try {
      return this.#issues(request);
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      return json(400, { error: 'invalid_request', error_description: String(error) });
    }
  }

  #issues(request: ServedRequest): WireResponse {
    const { origin } = this.issuer;
    const { pathname } = request.url;
    if (pathname === '/.well-known/oauth-authorization-server') {
      return json(200, {
        issuer: origin,
        pushed_authorization_request_endpoint: `${origin}/oauth/par`,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        revocation_endpoint: `${origin}/oauth/revoke`,
        scopes_supported: ['atproto', 'transition:generic', 'transition:chat.bsky'],
        dpop_signing_alg_values_supported: ['ES256'],
        client_id_metadata_document_supported: true,
        require_pushed_authorization_requests: true,
        ...this.changed,
      });
    }
    if (pathname === '/oauth/authorize') return this.#consent(request);
    if (!pathname.startsWith('/oauth/')) return json(404, { error: 'not_found' });
    const form = new URLSearchParams(request.body.toString('utf8'));
    const { thumbprint } = this.#proof(request, origin, this.#nonces.issuer, 400);
    const clientId = form.get('client_id') ?? '';
    const client = this.#client(clientId, form);
    if (pathname === '/oauth/par') return this.#push(form, client, thumbprint);
    if (pathname === '/oauth/revoke') {
      const token = form.get('token') ?? '';
      this.revoked.push(token);
      for (const session of this.#sessions) session.isOver ||= session.refreshToken === token;
      return json(200, {});
    }
    const grant = form.get('grant_type');
    if (grant === 'authorization_code') return this.#exchange(form, clientId, thumbprint);
    if (grant === 'refresh_token') return this.#refresh(form, clientId, thumbprint);
    throw new Refused(400, 'unsupported_grant_type', 'Unsupported grant type');
  }

  /** The page on which a person allows or denies access. */
  #consent({ method, url, body }: ServedRequest): WireResponse {
    if (method === 'GET') {
      const buttons = ['Authorize', 'Deny'].map(
        (name) => `<button name="do" value="${name}">${name}</button>`,
      );
      const page = `<form method="post"><h1>Allow Postrider?</h1>${buttons.join('')}</form>`;
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    }
    const address = `${this.issuer.origin}${url.pathname}${url.search}`;
    const isDenied = new URLSearchParams(body.toString('utf8')).get('do') === 'Deny';
    const location = isDenied ? this.deny(address) : this.allow(address);
    return { status: 303, headers: { location }, body: '' };
  }

  /** @throws Refused */
  #push(form: URLSearchParams, client: Metadata, thumbprint: string): WireResponse {
    const redirectUri = form.get('redirect_uri') ?? '';
    const redirects = client['redirect_uris'] as readonly string[];
    if (!redirects.includes(redirectUri) || new URL(redirectUri).hostname === 'localhost') {
      throw new Refused(400, 'invalid_request', 'Invalid redirect_uri');
    }
    const scope = form.get('scope') ?? '';
    if (scope !== client['scope']) throw new Refused(400, 'invalid_scope', 'Scope not declared');
    if (form.get('response_type') !== 'code' || form.get('code_challenge_method') !== 'S256') {
      throw new Refused(400, 'invalid_request', 'Use PKCE must be provided when using DPoP');
    }
    const uri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`;
    const loginHint = form.get('login_hint');
    this.hints.push(loginHint);
    this.#pushed.set(uri, {
      ...{ clientId: form.get('client_id') ?? '', redirectUri, scope, loginHint, thumbprint },
      state: form.get('state') ?? '',
      challenge: form.get('code_challenge') ?? '',
    });
    return json(201, { request_uri: uri, expires_in: 299 });
  }

  /** @throws Refused */
  #exchange(form: URLSearchParams, clientId: string, thumbprint: string): WireResponse {
    const code = form.get('code') ?? '';
    const pushed = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      pushed?.clientId === clientId &&
      pushed.redirectUri === form.get('redirect_uri') &&
      pushed.challenge === challenge &&
      pushed.thumbprint === thumbprint;
    if (!pushed || !isRight) throw new Refused(400, 'invalid_grant', 'Invalid code');
    const session = {
      clientId,
      thumbprint,
      accessToken: '',
      refreshToken: '',
      used: new Set<string>(),
      isOver: false,
    };
    this.#sessions.push(session);
    return this.#tokens(session, pushed.scope);
  }

  /** @throws Refused */
  #refresh(form: URLSearchParams, clientId: string, thumbprint: string): WireResponse {
    const token = form.get('refresh_token') ?? '';
    const session = this.#sessions.find((one) => one.refreshToken === token || one.used.has(token));
    if (session?.used.has(token)) session.isOver = true;
    const isRight = session?.clientId === clientId && session.thumbprint === thumbprint && !session.isOver;
    if (!session || !isRight) throw new Refused(400, 'invalid_grant', 'Refresh token replayed');
    session.used.add(token);
    return this.#tokens(session, 'atproto transition:generic transition:chat.bsky');
  }

  #tokens(session: Session, scope: string): WireResponse {
    session.accessToken = `access-${randomUUID()}`;
    session.refreshToken = `ref-${randomUUID()}`;
    const { accessToken, refreshToken } = session;
    return json(200, {
      ...{ access_token: accessToken, refresh_token: refreshToken, token_type: 'DPoP', expires_in: 3599 },
      ...{ scope, sub: this.#person.did, ...this.token },
    });
  }

  /**
   * The client, which has proved who it is if it has a key.
   *
   * @throws Refused
   */
  #client(clientId: string, form: URLSearchParams): Metadata {
    if (clientId.startsWith('http://localhost?')) {
      const query = new URL(clientId).searchParams;
      if ([...query.keys()].some((name) => name !== 'scope' && name !== 'redirect_uri')) {
        throw new Refused(400, 'invalid_client_id', 'Unknown parameter');
      }
      return { redirect_uris: query.getAll('redirect_uri'), scope: query.get('scope') };
    }
    const known = this.clients.get(clientId);
    if (!known)
      throw new Refused(400, 'invalid_client_metadata', `Unable to obtain client metadata for "${clientId}"`);
    const { keys } = known['jwks'] as { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] };
    const { claims } = readJwt(form.get('client_assertion') ?? '', ({ kid }) => {
      const key = keys.find((one) => one.kid === kid);
      if (!key) throw new Refused(400, 'invalid_client', 'Unknown key');
      return key;
    });
    const isOwn =
      claims['iss'] === clientId && claims['sub'] === clientId && claims['aud'] === this.issuer.origin;
    if (!isOwn) throw new Refused(400, 'invalid_client', 'Validation of "client_assertion" failed');
    this.#once(String(claims['jti']), Number(claims['iat']));
    return known;
  }

  /**
   * The proof that came with a request.
   *
   * @throws Refused
   */
  #proof(request: ServedRequest, origin: string, nonce: string, status: number) {
    const sent = request.headers['dpop'];
    if (sent === undefined) throw new Refused(status, 'invalid_dpop_proof', 'DPoP proof required');
    const { header, claims } = readJwt(sent, ({ jwk }) => jwk as JsonWebKey);
    if (header['typ'] !== 'dpop+jwt' || header['alg'] !== 'ES256' || 'd' in (header['jwk'] as object)) {
      throw new Refused(status, 'invalid_dpop_proof', 'Invalid header');
    }
    if (claims['nonce'] !== nonce) {
      const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"' };
      const headers = { 'dpop-nonce': nonce, ...(status === 401 && challenge) };
      throw new Refused(status, 'use_dpop_nonce', 'Resource server requires nonce in DPoP proof', headers);
    }
    const at = `${origin}${request.url.pathname}`;
    if (claims['htm'] !== request.method || claims['htu'] !== at) {
      throw new Refused(status, 'invalid_dpop_proof', 'DPoP proof htm/htu mismatch');
    }
    this.#once(String(claims['jti']), Number(claims['iat']));
    return { claims, thumbprint: thumbprintOf(header['jwk'] as JsonWebKey) };
  }

  /** @throws Refused */
  #once(id: string, issuedAt: number): void {
    const isRecent = Math.abs(Date.now() / 1000 - issuedAt) < RECENT_SECONDS;
    if (!isRecent || this.#proofs.has(id)) throw new Refused(400, 'invalid_dpop_proof', 'Proof replayed');
    this.#proofs.add(id);
  }
}
