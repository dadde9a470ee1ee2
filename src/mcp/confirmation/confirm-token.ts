import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a person has to say yes, in ms. */
export const CONFIRM_MS = 10 * 60_000;

/** What a person is asked to agree to. */
export interface Action {
  readonly tool: string;
  /** The key and the workspace on whose behalf it would be done. */
  readonly keyId: string;
  readonly workspaceId: string;
  /** All that decides what will happen, under the names of the arguments that say it, after they were resolved. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The version of what it changes, as it was shown; null where something new is made. */
  readonly version: number | null;
}

/** What a token says by itself, before it was held against the present arguments. */
export interface TokenClaims {
  readonly nonce: string;
  /** Epoch milliseconds by the server's clock. */
  readonly expiresAt: number;
  readonly version: number | null;
  readonly digests: string;
  readonly signature: string;
}

export type TokenCheck =
  | { readonly result: 'valid'; readonly nonce: string }
  | { readonly result: 'expired' }
  | { readonly result: 'mismatch'; readonly fields: readonly string[] };

const DIGEST_LENGTH = 4;

/** A name for one act, and its idempotency key. */
export function newNonce(): string {
  return `confirm-${randomBytes(9).toString('base64url')}`;
}

/**
 * The token that stands for an act which was shown to somebody. It carries no more than is needed to
 * recognise the same act again: the act itself is in the signature.
 *
 * @param secret what only this server and its restarts know
 * @param now the server's time, epoch milliseconds
 */
export function signAction(act: Action, nonce: string, secret: string, now: number): string {
  const expiresAt = now + CONFIRM_MS;
  return [
    Buffer.from(nonce).toString('base64url'),
    expiresAt.toString(36),
    act.version === null ? '' : act.version.toString(36),
    digestsOf(act),
    sign(act, nonce, expiresAt, secret),
  ].join('.');
}

/** Reads what a token says; undefined for what is no token. */
export function readToken(token: string): TokenClaims | undefined {
  const [nonce, expires, version, digests, signature, ...rest] = token.trim().split('.');
  if (!nonce || !expires || version === undefined || !digests || !signature || rest.length > 0)
    return undefined;
  return {
    nonce: Buffer.from(nonce, 'base64url').toString(),
    expiresAt: Number.parseInt(expires, 36),
    version: version === '' ? null : Number.parseInt(version, 36),
    digests,
    signature,
  };
}

/**
 * When the act was shown, epoch milliseconds: a time like "in 3 hours" that comes with the token is read as it was
 * then, and so means the instant that the person saw.
 */
export function shownAt({ expiresAt }: TokenClaims): number {
  return expiresAt - CONFIRM_MS;
}

/** Whether the token was made for this act, and is still good. */
export function checkToken(claims: TokenClaims, act: Action, secret: string, now: number): TokenCheck {
  // Before the signature: a time like "in 3 hours" means another instant once the token is too old to hold it.
  if (now > claims.expiresAt) return { result: 'expired' };
  if (!sameText(claims.signature, sign(act, claims.nonce, claims.expiresAt, secret))) {
    return { result: 'mismatch', fields: differingFields(claims, act) };
  }
  return { result: 'valid', nonce: claims.nonce };
}

/** The arguments that differ from those shown; none where the token itself is not ours. */
function differingFields({ digests, version }: TokenClaims, act: Action): string[] {
  const present = digestsOf(act);
  if (present.length !== digests.length) return [];
  const differing = Object.keys(act.parts).filter((_name, index) => {
    const from = index * DIGEST_LENGTH;
    return present.slice(from, from + DIGEST_LENGTH) !== digests.slice(from, from + DIGEST_LENGTH);
  });
  return version === act.version ? differing : [...differing, 'version'];
}

function digestsOf({ parts }: Action): string {
  return Object.values(parts).map(digest).join('');
}

/** Tells values apart for a message; what protects is the signature. */
function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

function sign(
  { tool, keyId, workspaceId, parts, version }: Action,
  nonce: string,
  expiresAt: number,
  secret: string,
): string {
  const key = createHash('sha256').update('postrider confirmation\0').update(secret).digest();
  const message = JSON.stringify([tool, keyId, workspaceId, parts, version, nonce, expiresAt]);
  return createHmac('sha256', key).update(message).digest().subarray(0, 16).toString('base64url');
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
