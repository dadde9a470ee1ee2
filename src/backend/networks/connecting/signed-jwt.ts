import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
} from 'node:crypto';

/** The public half of a key on P-256, as a JWK. */
export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** A new private key on P-256, as a JWK in JSON. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}

/** @param key a private key on P-256, as a JWK in JSON */
export function publicJwkOf(key: string): PublicJwk {
  const { kty = '', crv = '', x = '', y = '' } = createPublicKey(privateKeyOf(key)).export({ format: 'jwk' });
  return { kty, crv, x, y };
}

/** The thumbprint of a key (RFC 7638), which names it. */
export function thumbprintOf({ crv, kty, x, y }: PublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/**
 * A JWT with an ES256 signature and an id of its own (`jti`).
 *
 * @param key a private key on P-256, as a JWK in JSON
 * @param now epoch milliseconds
 */
export function signedJwt(key: string, header: object, claims: object, now: number): string {
  const signed = [
    { ...header, alg: 'ES256' },
    { ...claims, jti: randomUUID(), iat: Math.floor(now / 1000) },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKeyOf(key),
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

function privateKeyOf(key: string) {
  return createPrivateKey({ key: JSON.parse(key), format: 'jwk' });
}
