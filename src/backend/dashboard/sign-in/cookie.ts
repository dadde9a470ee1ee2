import { SESSION_LIFETIME_MS } from '../../domain/access/sessions.js';

const NAME = 'postrider_session';
/** Browsers take a cookie of this name over HTTPS only, from this very host, for all of its paths. */
const SECURE_NAME = `__Host-${NAME}`;

/** What the session's cookie holds; null where the browser sent none. */
export function sessionSecretOf(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if ((name === NAME || name === SECURE_NAME) && value && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * @param secret null: the cookie is taken back
 * @param secure the browser reaches this server over HTTPS
 */
export function sessionCookie(secret: string | null, secure: boolean): string {
  const age = secret === null ? 0 : Math.floor(SESSION_LIFETIME_MS / 1000);
  const parts = [
    `${secure ? SECURE_NAME : NAME}=${secret ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${age}`,
  ];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}
