import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';

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
  const privateKey = createPrivateKey({ key: JSON.parse(key), format: 'jwk' });
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const claims = {
    jti: randomUUID(),
    htm: method,
    // Without query and fragment.
    htu: `${url.origin}${url.pathname}`,
    iat: Math.floor(now / 1000),
    ...(accessToken !== null && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
    ...(nonce !== null && { nonce }),
  };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
