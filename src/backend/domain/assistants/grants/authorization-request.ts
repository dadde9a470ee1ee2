import { isScope, type Scope } from '../../../../contract/scopes.js';
import type { Store } from '../../../store/store.js';
import { hashOfSecret, newSecret } from '../../access/secrets.js';
import type { OAuthClient } from '../clients/oauth-client.js';
import { isRegisteredRedirect } from '../clients/redirect-uris.js';
import type { OAuthServer } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { deleteSurplus } from './delete-surplus.js';

/** How long a person may take to decide, in milliseconds. */
const DECISION_MS = 10 * 60 * 1000;

/** Undecided requests of one session; more replace the oldest. */
const MAX_PER_SESSION = 20;

const MAX_STATE_LENGTH = 4_000;

/** A request for access, checked. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  /** The scopes that were asked for and exist. They are a wish: the person decides. */
  readonly scopes: readonly Scope[];
}

/**
 * The address that a request wants its answer at.
 *
 * @throws OAuthError if it is not one of the client's: then nothing is sent there
 */
export function redirectOf(query: URLSearchParams, client: OAuthClient): string {
  const [asked, ...more] = query.getAll('redirect_uri');
  if (more.length > 0) throw new OAuthError('invalid_request', 'redirect_uri appears twice.');
  const [only, ...others] = client.redirectUris;
  const uri = asked ?? (others.length === 0 ? only : undefined);
  if (uri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.');
  if (isRegisteredRedirect(client.redirectUris, uri)) return uri;
  throw new OAuthError(
    'invalid_request',
    'The address that the answer should go to is not one that this client has registered.',
  );
}

/**
 * Checks the rest of a request, whose errors the client may learn.
 *
 * @throws OAuthError
 */
export function readAuthorizationRequest(
  query: URLSearchParams,
  redirectUri: string,
  server: OAuthServer,
): AuthorizationRequest {
  for (const name of new Set(query.keys())) {
    if (name !== 'resource' && query.getAll(name).length > 1) {
      throw new OAuthError(
        'invalid_request',
        `A parameter appears twice${/^\w{1,40}$/.test(name) ? `: ${name}` : ''}.`,
      );
    }
  }
  if (query.has('request') || query.has('request_uri')) {
    throw new OAuthError(
      'invalid_request',
      'Request objects are not supported: send the parameters themselves.',
    );
  }
  if (query.get('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  const responseMode = query.get('response_mode');
  if (responseMode !== null && responseMode !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  }
  const codeChallenge = query.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge) || query.get('code_challenge_method') !== 'S256') {
    throw new OAuthError(
      'invalid_request',
      'code_challenge with code_challenge_method=S256 is required (PKCE).',
    );
  }
  const state = query.get('state');
  if (state !== null && state.length > MAX_STATE_LENGTH) {
    throw new OAuthError('invalid_request', 'state is too long.');
  }
  requireResource(query.getAll('resource'), server);
  if (/(^| )none( |$)/.test(query.get('prompt') ?? '')) {
    throw new OAuthError('consent_required', 'A person decides about each connection.');
  }
  const scopes = (query.get('scope') ?? '').split(' ').filter(isScope);
  return { redirectUri, state, codeChallenge, scopes: [...new Set(scopes)] };
}

/**
 * Access tokens are for this server's `/mcp` alone (RFC 8707). A final slash is the same address.
 *
 * @throws OAuthError `invalid_target`
 */
export function requireResource(resources: readonly string[], { resource }: OAuthServer): void {
  if (resources.every((one) => one === resource || one === `${resource}/`)) return;
  throw new OAuthError('invalid_target', `resource must be ${resource}.`);
}

/**
 * Stores a request until the person of this session decides.
 *
 * @returns the secret for the form
 */
export async function beginRequest(
  store: Store,
  session: string,
  client: OAuthClient,
  request: AuthorizationRequest,
  now: number,
): Promise<string> {
  const secret = newSecret();
  await store.write(async (trx) => {
    const ofSession = { table: 'oauth_requests', column: 'session', value: session } as const;
    await deleteSurplus(trx, ofSession, MAX_PER_SESSION);
    await trx
      .insertInto('oauth_requests')
      .values({
        hash: hashOfSecret(secret),
        session,
        client_id: client.id,
        redirect_uri: request.redirectUri,
        state: request.state,
        code_challenge: request.codeChallenge,
        scope: request.scopes.join(' '),
        connection_id: null,
        created_at: now,
        expires_at: now + DECISION_MS,
      })
      .execute();
  });
  return secret;
}

/** The address at which a client gets an answer: its own parameters, `state`, and always `iss` (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  { issuer }: OAuthServer,
  answer: Readonly<Record<string, string>>,
): string {
  const added = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`;
}
