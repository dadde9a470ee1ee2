import * as z from 'zod';
import { OAuthError } from '../oauth-error.js';
import { MAX_REDIRECT_LENGTH, redirectProblem } from './redirect-uris.js';

export const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const;
type AuthMethod = (typeof AUTH_METHODS)[number];

/** The algorithms of assertions that clients may sign. */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const;

const MAX_REDIRECTS = 20;
const MAX_NAME_LENGTH = 200;
const MAX_KEYS = 20;

/** What this server stores of a client's metadata (RFC 7591, 2). */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  readonly jwksUri: string | null;
  readonly jwks: readonly Readonly<Record<string, unknown>>[] | null;
}

const Metadata = z.object({
  client_id: z.string().max(2_000).optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(MAX_REDIRECT_LENGTH)).min(1).max(MAX_REDIRECTS),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: z.array(z.string().max(200)).max(20).optional(),
  response_types: z.array(z.string().max(200)).max(20).optional(),
  jwks_uri: z.string().max(2_000).optional(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(MAX_KEYS) }).optional(),
});

interface ReadOptions {
  /** The URL of the document, which it must name as its id; null: a registration. */
  readonly documentUrl: string | null;
}

/**
 * Reads the metadata that a client registers, or that its document has. A document may list addresses that this server
 * does not accept: they are left out. A registration with one is refused, because the client would believe that it counts.
 *
 * @throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri`
 */
export function readClientMetadata(sent: unknown, { documentUrl }: ReadOptions): ClientMetadata {
  const { success, data, error } = Metadata.safeParse(withoutNulls(sent));
  if (!success) {
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map(String).join('.');
    throw invalid(`${/^[\w.]{1,60}$/.test(path) ? path : 'The metadata'} is missing or has another form.`);
  }
  if (documentUrl !== null && data.client_id !== documentUrl) {
    throw invalid('The client_id in the document is not the URL of the document.');
  }
  if (data.grant_types && !data.grant_types.includes('authorization_code')) {
    throw invalid('grant_types must include authorization_code.');
  }
  if (data.response_types && !data.response_types.includes('code')) {
    throw invalid('response_types must include code.');
  }
  const authMethod = authMethodOf(data.token_endpoint_auth_method, documentUrl !== null);
  if (authMethod === 'private_key_jwt' && !data.jwks_uri && !data.jwks) {
    throw invalid('A client with private_key_jwt needs jwks_uri or jwks.');
  }
  return {
    name: (data.client_name ?? '').trim().slice(0, MAX_NAME_LENGTH),
    redirectUris: redirectsOf(data.redirect_uris, documentUrl !== null),
    authMethod,
    jwksUri: data.jwks_uri ?? null,
    jwks: data.jwks?.keys ?? null,
  };
}

function redirectsOf(sent: readonly string[], isDocument: boolean): string[] {
  const accepted = sent.filter((uri) => redirectProblem(uri) === null);
  const refused = sent.find((uri) => redirectProblem(uri) !== null);
  if (refused === undefined || (isDocument && accepted.length > 0)) return [...new Set(accepted)];
  throw new OAuthError('invalid_redirect_uri', `An address in redirect_uris ${redirectProblem(refused)}.`);
}

/** Without a method, RFC 7591 gives a registration `client_secret_basic`. A document cannot hold a secret. */
function authMethodOf(sent: string | undefined, isDocument: boolean): AuthMethod {
  const method = sent ?? (isDocument ? 'none' : 'client_secret_basic');
  const known = AUTH_METHODS.find((one) => one === method);
  if (known === undefined || (isDocument && known.startsWith('client_secret'))) {
    const allowed = isDocument ? 'none or private_key_jwt' : AUTH_METHODS.join(', ');
    throw invalid(`token_endpoint_auth_method must be ${allowed}.`);
  }
  return known;
}

/** Some clients send null for what they leave out. */
function withoutNulls(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

const invalid = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description);
