import { createHash } from 'node:crypto';
import { publicJwkOf, signedJwt } from '../connecting/signed-jwt.js';

export interface ProofInput {
  /** A private key on P-256, as a JWK in JSON. */
  readonly key: string;
  readonly method: string;
  readonly url: URL;
  /** The access token that it is sent with; null: none, as at the server that issues tokens. */
  readonly accessToken: string | null;
  /** Null: the server has not named one. */
  readonly nonce: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A proof that the sender of a request holds the key to which its access token is bound (RFC 9449, 4.2). */
export function dpopProof({ key, method, url, accessToken, nonce, now }: ProofInput): string {
  const claims = {
    htm: method,
    // Without query and fragment.
    htu: `${url.origin}${url.pathname}`,
    ...(accessToken !== null && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
    ...(nonce !== null && { nonce }),
  };
  return signedJwt(key, { typ: 'dpop+jwt', jwk: publicJwkOf(key) }, claims, now);
}
