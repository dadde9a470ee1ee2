import { isRecord } from '../../../base/is-record.js';
import { systemClock } from '../../base/clock.js';
import type { Credentials } from '../connection.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { dpopProof } from './dpop.js';
import type { ServerNotes } from './server-notes.js';
import type { Target } from './target.js';

type Headers = Readonly<Record<string, string>>;

/** What one wire knows to be the account's own tokens: those that it has sent to the account's API. */
export type OwnTokens = Set<string>;

export interface Authorizing {
  readonly target: Target;
  readonly credentials: Credentials;
  readonly own: OwnTokens;
  readonly notes: ServerNotes;
}

/**
 * The headers of a request as they may leave. The account's token goes to its own API and to trusted hosts only. Where it
 * is bound to a key, it is sent with a proof in place of `Bearer`.
 */
export function authorized(
  { method, headers }: Pick<WireRequest, 'method' | 'headers'>,
  { target, credentials, own, notes }: Authorizing,
): Headers {
  const { authorization, ...others } = headers;
  const { dpopKey, accessToken, refreshToken } = credentials;
  const token = tokenIn(authorization);
  if (token !== null && target.getsToken) own.add(token);
  // Another process may have renewed the credentials that this wire was given.
  const isOwn = [accessToken, refreshToken, ...own].some((one) => one && authorization?.includes(one));
  const kept = isOwn && !target.getsToken ? others : headers;
  const isBound = target.getsToken && authorization?.startsWith('Bearer ') && token !== refreshToken;
  const accessTokenSent = isBound ? token : null;
  const needsProof = accessTokenSent !== null || (target.isIssuer && authorization === undefined);
  if (dpopKey === undefined || !needsProof) return kept;
  const { url } = target;
  const note = notes.of(url.origin);
  const proof = dpopProof({
    key: dpopKey,
    method,
    url,
    accessToken: accessTokenSent,
    nonce: note?.nonce ?? null,
    now: systemClock.now() + (note?.skewMs ?? 0),
  });
  return {
    ...kept,
    ...(accessTokenSent !== null && { authorization: `DPoP ${accessTokenSent}` }),
    dpop: proof,
  };
}

/** Keeps the nonce that a server names, for its next request. */
export function noteNonce(notes: ServerNotes, origin: string, { headers }: WireResponse): void {
  const nonce = headers['dpop-nonce'];
  if (nonce !== undefined) notes.keep(origin, nonce, headers['date'], systemClock.now());
}

/** Whether a server has refused a proof only because it did not have the server's nonce (RFC 9449, 8 and 9). */
export function demandsNonce({ status, headers, body }: WireResponse): boolean {
  if (headers['dpop-nonce'] === undefined || (status !== 400 && status !== 401)) return false;
  return (
    (isRecord(body) && body['error'] === 'use_dpop_nonce') ||
    (headers['www-authenticate'] ?? '').includes('use_dpop_nonce')
  );
}

/** The token in an `authorization` header, whatever its scheme. `Basic` has the app's secret, and no token. */
function tokenIn(authorization: string | undefined): string | null {
  return /^(?!basic )[a-z]+ (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
