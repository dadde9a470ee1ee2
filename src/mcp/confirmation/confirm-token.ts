import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a preview can be confirmed, in ms. */
export const CONFIRM_MS = 10 * 60_000;

/** The action that a person is asked to agree to. */
export interface Action {
  readonly tool: string;
  /** The API key and workspace that would perform it. */
  readonly keyId: string;
  readonly workspaceId: string;
  /** The resolved arguments that decide what happens, by name. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The version of the object to change, as shown; null when something new is created. */
  readonly version: number | null;
}

/** The contents of a token, before it is checked against the current arguments. */
export interface TokenClaims {
  readonly nonce: string;
  /** Epoch milliseconds by the server's clock. */
  readonly expiresAt: number;
  readonly version: number | null;
  readonly digests: string;
  /** The whole token. */
  readonly text: string;
}

export type TokenCheck =
  | { readonly result: 'valid'; readonly nonce: string }
  | { readonly result: 'expired' }
  | { readonly result: 'mismatch'; readonly fields: readonly string[] };

const DIGEST_LENGTH = 4;

/** Identifies one action; also its idempotency key. */
export function newNonce(): string {
  return `confirm-${randomBytes(9).toString('base64url')}`;
}

/**
 * A token for an action that a person has been shown. It carries only what is needed to recognise the same
 * action again: the action itself is covered by the signature.
 *
 * @param secret known only to this server and its restarts
 * @param now the server's time, epoch milliseconds
 */
export function signAction(act: Action, nonce: string, secret: string, now: number): string {
  return tokenOf(act, nonce, now + CONFIRM_MS, secret);
}

function tokenOf(act: Action, nonce: string, expiresAt: number, secret: string): string {
  return [
    Buffer.from(nonce).toString('base64url'),
    expiresAt.toString(36),
    act.version === null ? '' : act.version.toString(36),
    digestsOf(act),
    sign(act, nonce, expiresAt, secret),
  ].join('.');
}

/** Parses a token; undefined if it is not one. */
export function readToken(token: string): TokenClaims | undefined {
  const text = token.trim();
  const [nonce, expires, version, digests, signature, ...rest] = text.split('.');
  if (!nonce || !expires || version === undefined || !digests || !signature || rest.length > 0)
    return undefined;
  return {
    nonce: Buffer.from(nonce, 'base64url').toString(),
    expiresAt: Number.parseInt(expires, 36),
    version: version === '' ? null : Number.parseInt(version, 36),
    digests,
    text,
  };
}

/**
 * When the preview was shown, epoch milliseconds. A relative time such as "in 3 hours" counts from here, so that
 * it means the instant that the person saw.
 */
export function shownAt({ expiresAt }: TokenClaims): number {
  return expiresAt - CONFIRM_MS;
}

/** Checks that the token was issued for this action and has not expired. */
export function checkToken(claims: TokenClaims, act: Action, secret: string, now: number): TokenCheck {
  // Check expiry first: once the token has expired, "in 3 hours" resolves to another instant and cannot match.
  if (now > claims.expiresAt) return { result: 'expired' };
  // Compares the whole token: the decoders of its parts skip what they do not know.
  if (!sameText(claims.text, tokenOf(act, claims.nonce, claims.expiresAt, secret))) {
    return { result: 'mismatch', fields: differingFields(claims, act) };
  }
  return { result: 'valid', nonce: claims.nonce };
}

/** The arguments that differ from the preview; none if this server did not issue the token. */
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

/** Only names the differing arguments in a message; the signature is what protects. */
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
