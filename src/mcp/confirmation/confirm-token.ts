import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../base/canonical-json.js';

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
  /**
   * When the preview was shown, epoch milliseconds. A relative time such as "in 3 hours" counts from here, so that it
   * means the instant that the person saw.
   */
  readonly shownAt: number;
  readonly expiresAt: number;
  readonly version: number | null;
  /** Tells two previews of the same action in the same second apart. */
  readonly salt: string;
  /** The whole token. */
  readonly text: string;
}

export type TokenCheck =
  /** With the idempotency key under which the action runs: the same token never acts twice. */
  | { readonly result: 'valid'; readonly idempotencyKey: string }
  | { readonly result: 'expired' }
  | { readonly result: 'mismatch' };

/** What signs and checks a token. */
export interface Signing {
  /** Known only to this server and its restarts. */
  readonly secret: string;
  /** The caller's own idempotency key. */
  readonly idempotencyKey: string | undefined;
  /** The server's time, epoch milliseconds. */
  readonly now: number;
}

/** Digits that are hard to confuse (Crockford's base 32): a model copies the token. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The time in seconds. It repeats after 17 minutes: an older token seems to belong to another action. */
const TIME_LENGTH = 2;
const SALT_LENGTH = 1;

/**
 * 25 bits: of 34 million signatures one fits. A caller who guesses needs the API key, and gets a token by asking for a
 * preview; the rate limit of a key allows some 6,000 guesses while a preview is valid.
 */
const SIGNATURE_LENGTH = 5;

const FIXED_LENGTH = TIME_LENGTH + SALT_LENGTH + SIGNATURE_LENGTH;

/** Eight digits, and the version of the object to change. */
const SHAPE = new RegExp(`^[${DIGITS}]{${FIXED_LENGTH}}([1-9a-z][0-9a-z]{0,6})?$`);

/** The second in which a preview is shown, epoch milliseconds: tokens are no more precise. */
export function shownNow(now: number): number {
  return Math.floor(now / 1000) * 1000;
}

/** The idempotency key of an action that nobody was asked about. */
export function newActionKey(): string {
  return `confirm-${randomBytes(9).toString('base64url')}`;
}

/**
 * A token for an action that a person has been shown. It carries only when that was and which version was shown: the
 * action itself is covered by the signature, so every process that knows the secret recognises it.
 */
export function signAction(act: Action, { secret, idempotencyKey, now }: Signing): string {
  const salt = encoded(randomInt(DIGITS.length ** SALT_LENGTH), SALT_LENGTH);
  return tokenOf(act, { shownAt: shownNow(now), salt }, idempotencyKey ?? null, secret).text;
}

function tokenOf(
  act: Action,
  { shownAt, salt }: Pick<TokenClaims, 'shownAt' | 'salt'>,
  idempotencyKey: string | null,
  secret: string,
): { readonly text: string; readonly idempotencyKey: string } {
  const { tool, keyId, workspaceId, parts, version } = act;
  const key = createHash('sha256').update('postrider confirmation\0').update(secret).digest();
  const message = canonicalJson([tool, keyId, workspaceId, parts, version, idempotencyKey, shownAt, salt]);
  const digest = createHmac('sha256', key).update(message).digest();
  const signature = encoded(digest.readUInt32BE(0) % DIGITS.length ** SIGNATURE_LENGTH, SIGNATURE_LENGTH);
  const time = encoded((shownAt / 1000) % DIGITS.length ** TIME_LENGTH, TIME_LENGTH);
  return {
    text: `${time}${salt}${signature}${version === null ? '' : version.toString(36)}`,
    idempotencyKey: idempotencyKey ?? `confirm-${digest.subarray(4, 13).toString('base64url')}`,
  };
}

/**
 * Parses a token; undefined if it is not one.
 *
 * @param seen when its preview was shown, if that is known: the token does not tell one day from another
 */
export function readToken(token: string, now: number, seen?: number): TokenClaims | undefined {
  const text = token.trim();
  if (!SHAPE.test(text)) return undefined;
  const shown = shownNow(now) / 1000;
  const span = DIGITS.length ** TIME_LENGTH;
  const age = (((shown - decoded(text.slice(0, TIME_LENGTH))) % span) + span) % span;
  const version = text.slice(FIXED_LENGTH);
  const shownAt = seen ?? (shown - age) * 1000;
  return {
    shownAt,
    expiresAt: shownAt + CONFIRM_MS,
    version: version === '' ? null : Number.parseInt(version, 36),
    salt: text.slice(TIME_LENGTH, TIME_LENGTH + SALT_LENGTH),
    text,
  };
}

/** Checks that the token was issued for this action and has not expired. */
export function checkToken(
  claims: TokenClaims,
  act: Action,
  { secret, idempotencyKey, now }: Signing,
): TokenCheck {
  // Check expiry first: once the token has expired, "in 3 hours" resolves to another instant and cannot match.
  if (now > claims.expiresAt) return { result: 'expired' };
  // A preview without a key of the caller's gives one, which an answer names when its outcome is unknown.
  const own = tokenOf(act, claims, null, secret);
  if (sameText(claims.text, own.text)) {
    const isOwn = idempotencyKey === undefined || idempotencyKey === own.idempotencyKey;
    return isOwn ? { result: 'valid', idempotencyKey: own.idempotencyKey } : { result: 'mismatch' };
  }
  if (idempotencyKey === undefined) return { result: 'mismatch' };
  return sameText(claims.text, tokenOf(act, claims, idempotencyKey, secret).text)
    ? { result: 'valid', idempotencyKey }
    : { result: 'mismatch' };
}

function encoded(value: number, length: number): string {
  let text = '';
  for (let left = value; text.length < length; left = Math.floor(left / DIGITS.length))
    text = `${DIGITS.charAt(left % DIGITS.length)}${text}`;
  return text;
}

function decoded(text: string): number {
  return [...text].reduce((value, digit) => value * DIGITS.length + DIGITS.indexOf(digit), 0);
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
