import { isLoopback } from '../../../../base/loopback.js';
import { systemClock } from '../../../base/clock.js';
import { type ConnectContext, ConnectRefused } from '../../connecting/connector.js';
import { publicJwkOf, signedJwt, thumbprintOf } from '../../connecting/signed-jwt.js';

/** To publish, to read who answers, and direct messages (https://atproto.com/specs/oauth#authorization-scopes). */
export const SCOPES = 'atproto transition:generic transition:chat.bsky';

/** Where a backend with an https address describes itself to servers of Bluesky, below its public URL. */
export const CLIENT_METADATA_PATH = '/oauth/bluesky/client-metadata.json';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * How long a sign-in lasts with a client that cannot prove who it is, however often its access is renewed: two weeks
 * (https://atproto.com/specs/oauth#tokens-and-session-lifetime).
 */
const PUBLIC_SESSION_MS = 14 * DAY_MS;

/** How long a proof of the client’s identity is valid, in seconds. */
const ASSERTION_SECONDS = 60;

/** What Postrider is to servers of Bluesky. */
export interface OauthClient {
  readonly clientId: string;
  /** Where the browser returns. */
  readonly redirectUri: string;
  /** Its private key, a JWK in JSON; null: a program on the person’s machine, which has no key of its own. */
  readonly clientKey: string | null;
  /** How long a sign-in lasts at most, in milliseconds; null: as long as its access is renewed. */
  readonly sessionMs: number | null;
}

/**
 * The client for a browser that returns to this address. On the person’s own machine, servers accept every program
 * without a registration, for two weeks; at an https address they read the description that is served there.
 *
 * @throws ConnectRefused servers of Bluesky send no browser back to this address
 */
export async function oauthClient(context: ConnectContext, returnAddress: string): Promise<OauthClient> {
  const url = new URL(returnAddress);
  if (isLoopback(url.hostname)) {
    // Names of the machine could be resolved elsewhere (RFC 8252, 8.3): servers accept its addresses only.
    if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
    const redirectUri = url.href;
    const query = new URLSearchParams({ scope: SCOPES, redirect_uri: redirectUri });
    return {
      clientId: `http://localhost?${query}`,
      redirectUri,
      clientKey: null,
      sessionMs: PUBLIC_SESSION_MS,
    };
  }
  if (url.protocol === 'https:') {
    const clientId = `${context.publicUrl}${CLIENT_METADATA_PATH}`;
    return { clientId, redirectUri: returnAddress, clientKey: await context.signingKey(), sessionMs: null };
  }
  throw new ConnectRefused(
    'validation_failed',
    `Bluesky sends browsers back to https addresses only, not to ${url.origin}. Start the backend with an https \`--public-url\`, or connect the account with an app password.`,
  );
}

/**
 * How Postrider describes itself to servers of Bluesky (https://atproto.com/specs/oauth#clients).
 *
 * @param signingKey its private key, a JWK in JSON
 */
export function clientMetadata(publicUrl: string, redirectUri: string, signingKey: string): object {
  const publicKey = publicJwkOf(signingKey);
  return {
    client_id: `${publicUrl}${CLIENT_METADATA_PATH}`,
    client_name: 'Postrider',
    client_uri: publicUrl,
    application_type: 'web',
    redirect_uris: [redirectUri],
    scope: SCOPES,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [{ ...publicKey, kid: thumbprintOf(publicKey), use: 'sig', alg: 'ES256' }] },
  };
}

/** Who sends a form to a server that issues tokens, with the proof of it where the client has a key. */
export function clientFields(
  { clientId, clientKey }: { readonly clientId: string; readonly clientKey: string | null },
  issuer: string,
): Readonly<Record<string, string>> {
  if (clientKey === null) return { client_id: clientId };
  const now = systemClock.now();
  const header = { kid: thumbprintOf(publicJwkOf(clientKey)) };
  const claims = {
    ...{ iss: clientId, sub: clientId, aud: issuer },
    exp: Math.floor(now / 1000) + ASSERTION_SECONDS,
  };
  return {
    client_id: clientId,
    // RFC 7523, 2.2
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signedJwt(clientKey, header, claims, now),
  };
}
