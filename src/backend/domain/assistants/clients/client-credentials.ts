import { OAuthError } from '../oauth-error.js';

/** A longer assertion is refused, in characters. */
export const MAX_ASSERTION_LENGTH = 8_000;

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** How a request names its client, and what proves it. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | null;
  /** A JWT that the client signed. */
  readonly assertion: string | null;
}

/**
 * Reads who asks, from the header `Authorization: Basic` or from the form.
 *
 * @throws OAuthError `invalid_request`, `invalid_client`
 */
export function credentialsOf(form: URLSearchParams, authorization: string | undefined): ClientCredentials {
  const basic = basicOf(authorization);
  const assertion = form.get('client_assertion');
  const secret = form.get('client_secret');
  if ([basic, assertion, secret].filter((one) => one !== null).length > 1) {
    throw new OAuthError('invalid_request', 'Authenticate the client in one way only.');
  }
  if (assertion !== null && form.get('client_assertion_type') !== ASSERTION_TYPE) {
    throw new OAuthError('invalid_client', `client_assertion_type must be ${ASSERTION_TYPE}.`);
  }
  const named = form.get('client_id') ?? basic?.id ?? (assertion === null ? null : subjectOf(assertion));
  if (named === null || named === '') throw new OAuthError('invalid_client', 'client_id is missing.');
  if (basic !== null && basic.id !== named) {
    throw new OAuthError('invalid_request', 'The header and the form name different clients.');
  }
  return { clientId: named, secret: basic?.secret ?? secret, assertion };
}

/** The user name and password of a Basic header, which RFC 6749 encodes like a form. */
function basicOf(authorization: string | undefined): { readonly id: string; readonly secret: string } | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]{1,4000}) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const decoded = new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`);
  return { id: decoded.get('id') ?? '', secret: decoded.get('secret') ?? '' };
}

/** The client that an assertion names. It proves nothing yet. */
function subjectOf(assertion: string): string | null {
  const [, payload = ''] = assertion.slice(0, MAX_ASSERTION_LENGTH).split('.', 2);
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const subject = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null;
    return typeof subject === 'string' ? subject : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
