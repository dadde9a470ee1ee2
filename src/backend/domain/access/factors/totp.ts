import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Length of a step in milliseconds: what every authenticator app expects. */
const STEP_MS = 30_000;

const DIGITS = 6;

/** Steps before and after the current one whose codes count, for clocks that differ. */
const DRIFT = 1;

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

/** RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret for an authenticator app, in base32. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

/**
 * The code of a step (RFC 6238, with SHA-1 and six digits).
 *
 * @param secret in base32
 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The step whose code was entered; null: it is the code of no step around now. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const given = Buffer.from(code);
  const current = stepAt(now);
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1) {
    const wanted = Buffer.from(totpCode(secret, step));
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return step;
  }
  return null;
}

/** A code without the spaces that apps show; null: it is not six digits. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}

/** What the QR code for an authenticator app says. */
export function otpauthUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
