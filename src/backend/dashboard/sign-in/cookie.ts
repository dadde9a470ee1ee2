import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { SESSION_LIFETIME_MS } from '../../domain/access/sessions.js';

const NAME = 'postrider_session';

/** A `__Host-` cookie is accepted over HTTPS only, and only from this host. */
const SECURE_NAME = `__Host-${NAME}`;

const SECRET = /^[\w-]{43}$/;

/** The session secret in the request’s cookie; null if there is none. */
export function sessionSecretOf(c: Context): string | null {
  const sent = [getCookie(c, SECURE_NAME), getCookie(c, NAME)];
  return sent.find((value) => value !== undefined && SECRET.test(value)) ?? null;
}

/**
 * The `Set-Cookie` header of a session.
 *
 * @param secret null removes the cookie
 * @param secure whether browsers reach this server over HTTPS
 */
export function sessionCookie(secret: string | null, secure: boolean): string {
  return generateCookie(NAME, secret ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: secret === null ? 0 : Math.floor(SESSION_LIFETIME_MS / 1000),
    ...(secure && { secure: true, prefix: 'host' }),
  });
}
