import { type ConnectContext, ConnectRefused } from '../../connecting/connector.js';
import { away, SERVER_FAULT } from '../../connecting/server-answers.js';
import { listAt, textAt, valueAt } from '../../requests/json-answer.js';
import type { WireResponse } from '../../wire.js';

const OK = 200;

/** A server that signs people in and issues tokens, as it describes itself (RFC 8414). */
export interface AuthorizationServer {
  /** Its origin, which is its name in tokens too. */
  readonly issuer: string;
  /** Where authorization requests are sent to before the browser is (RFC 9126). */
  readonly requestEndpoint: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Null: it ends no tokens. */
  readonly revocationEndpoint: string | null;
}

/**
 * The origin of the server that issues the tokens for a PDS. Servers of Bluesky share one, `https://bsky.social`; a PDS
 * of one's own is its own (https://atproto.com/specs/oauth#identity-authentication).
 *
 * @throws ConnectRefused
 */
export async function issuerOf(context: ConnectContext, pds: string): Promise<string> {
  const response = await describedAt(context, pds, '/.well-known/oauth-protected-resource');
  // The entrance of Bluesky holds no accounts: it is only an issuer.
  if (response.status !== OK) return pds;
  const servers = listAt(response.body, 'authorization_servers');
  const [issuer] = servers;
  const isOrigin = typeof issuer === 'string' && URL.canParse(issuer) && new URL(issuer).origin === issuer;
  if (servers.length !== 1 || !isOrigin) throw unsuitable(pds);
  return issuer;
}

/**
 * @param issuer its origin
 * @throws ConnectRefused it does not sign people in as atproto demands
 */
export async function authorizationServer(
  context: ConnectContext,
  issuer: string,
): Promise<AuthorizationServer> {
  const { status, body } = await describedAt(context, issuer, '/.well-known/oauth-authorization-server');
  const endpoint = (name: string): string | null => {
    const address = textAt(body, name);
    return address !== null && URL.canParse(address) && new URL(address).origin === issuer ? address : null;
  };
  const requestEndpoint = endpoint('pushed_authorization_request_endpoint');
  const authorizationEndpoint = endpoint('authorization_endpoint');
  const tokenEndpoint = endpoint('token_endpoint');
  const isSuitable =
    status === OK &&
    textAt(body, 'issuer') === issuer &&
    valueAt(body, 'client_id_metadata_document_supported') === true &&
    listAt(body, 'scopes_supported').includes('atproto') &&
    listAt(body, 'dpop_signing_alg_values_supported').includes('ES256');
  if (!isSuitable || !requestEndpoint || !authorizationEndpoint || !tokenEndpoint) throw unsuitable(issuer);
  return {
    ...{ issuer, requestEndpoint, authorizationEndpoint, tokenEndpoint },
    revocationEndpoint: endpoint('revocation_endpoint'),
  };
}

async function describedAt(context: ConnectContext, origin: string, path: string): Promise<WireResponse> {
  const response = await context
    .wireTo(origin)
    .send({ method: 'GET', path, headers: { accept: 'application/json' } }, context.signal);
  if (response.status >= SERVER_FAULT) throw away(new URL(origin).host, response);
  return response;
}

function unsuitable(origin: string): ConnectRefused {
  return new ConnectRefused(
    'server_unsuitable',
    `${new URL(origin).host} does not offer the sign-in in a browser that Bluesky’s servers have (OAuth). Connect the account with an app password instead.`,
  );
}
