import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { MAX_SESSION_AGE_MS } from '../../domain/access/sessions.js';
import { STEP_LIFETIME_MS } from '../../domain/access/sign-in-steps.js';

/** Where a server is reached, which decides about the cookies. */
export interface Place {
  readonly publicUrl: string;
}

const SECRET = /^[\w-]{43}$/;

const SESSION = 'postrider_session';
const DEVICE = 'postrider_device';
const STEP = 'postrider_step';

const isSecure = ({ publicUrl }: Place): boolean => publicUrl.startsWith('https:');

/**
 * The name that a cookie has at a place. A browser sends the cookies of a host to all its ports, so that two servers on
 * one machine would overwrite each other’s: the name ends in the port.
 *
 * @example `postrider_session_4747`, or `postrider_session` at the port of the scheme
 */
function nameAt(name: string, { publicUrl }: Place): string {
  const { port } = new URL(publicUrl);
  return port === '' ? name : `${name}_${port}`;
}

/** The session secret in the request’s cookie; null if there is none. */
export function sessionSecretOf(c: Context, place: Place): string | null {
  const sent = sentCookie(c, SESSION, place);
  return sent !== undefined && SECRET.test(sent) ? sent : null;
}

/**
 * The `Set-Cookie` header of a session.
 *
 * @param secret null removes the cookie
 */
export function sessionCookie(secret: string | null, place: Place): string {
  return cookie(SESSION, secret, MAX_SESSION_AGE_MS, place);
}

/** The secret of a sign-in that waits for its next step; null if there is none. */
export function stepSecretOf(c: Context, place: Place): string | null {
  const sent = sentCookie(c, STEP, place);
  return sent !== undefined && SECRET.test(sent) ? sent : null;
}

/** @param secret null removes the cookie */
export function stepCookie(secret: string | null, place: Place): string {
  return cookie(STEP, secret, STEP_LIFETIME_MS, place);
}

/** The cookie by which the server knows a browser that has signed in before; undefined if there is none. */
export function deviceTokenOf(c: Context, place: Place): string | undefined {
  return sentCookie(c, DEVICE, place);
}

export function deviceCookie(token: string, maxAgeMs: number, place: Place): string {
  return cookie(DEVICE, token, maxAgeMs, place);
}

/**
 * Behind HTTPS only the cookie with the prefix `__Host-` counts. A browser takes it over HTTPS only, and from this host
 * only; anybody between the browser and a plain http address of the same name could set the other one. A cookie without
 * the port in its name comes from an earlier version, and counts where there is no other.
 */
export function sentCookie(c: Context, name: string, place: Place): string | undefined {
  const read = (one: string) => (isSecure(place) ? getCookie(c, one, 'host') : getCookie(c, one));
  return read(nameAt(name, place)) ?? read(name);
}

/** @param value null removes the cookie */
export function cookie(name: string, value: string | null, maxAgeMs: number, place: Place): string {
  return generateCookie(nameAt(name, place), value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: value === null ? 0 : Math.floor(maxAgeMs / 1000),
    ...(isSecure(place) && { secure: true, prefix: 'host' }),
  });
}
