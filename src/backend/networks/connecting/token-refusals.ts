import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { AccessScope, AppAccess } from '../../../networks/access.js';
import { scopeWords } from '../../../networks/left-out-permissions.js';
import { textAt } from '../requests/json-answer.js';
import type { WireResponse } from '../wire.js';
import { ConnectRefused } from './connector.js';
import { MAX_QUOTED } from './server-answers.js';

/** The network's own words; empty: none. */
function wordsOf(body: unknown): string {
  const words =
    textAt(body, 'error_description') ??
    textAt(body, 'error', 'message') ??
    textAt(body, 'error_message') ??
    textAt(body, 'message') ??
    textAt(body, 'error') ??
    '';
  return words.slice(0, MAX_QUOTED);
}

/** Why a network gave no access for a code, and what to do. */
export function tokenRefusal(
  platform: Platform,
  { idName, secretName, consoleUrl, codeSeconds }: AppAccess,
  { status, body }: WireResponse,
): ConnectRefused {
  const name = PLATFORM_NAMES[platform];
  const error = textAt(body, 'error') ?? '';
  const words = wordsOf(body);
  const said = words === '' ? `HTTP ${status}` : `“${words}”`;
  const refused = (sentence: string) => new ConnectRefused('sign_in_refused', sentence);
  // LinkedIn names the address too: github.com/d3xt3r2909/linkedin_login/issues/77 (2022-10-24).
  const isCode = /authorization code (expired|has been used)/i.test(words);
  if (!isCode && (/redirect/i.test(words) || error === 'redirect_uri_mismatch')) {
    return refused(
      `${name} does not know the address to return to (${said}). Register it for your app at ${consoleUrl}, exactly as written, and begin again.`,
    );
  }
  if (
    // RFC 6749, section 5.2.
    status === 401 ||
    error === 'invalid_client' ||
    error === 'unauthorized_client' ||
    /secret|authorization header|platform app|validating application|client_id/i.test(words)
  ) {
    return refused(
      `${name} does not accept your app (${said}). Copy its ${idName} and ${secretName} again at ${consoleUrl}, set the app again with them, and begin again.`,
    );
  }
  if (isCode || error === 'invalid_grant' || /\bcode\b/i.test(words)) {
    return refused(
      `${name} does not accept the code (${said}). A code works once, and for ${codeSeconds === undefined ? 'a short time' : `${codeSeconds} seconds`}: begin again.`,
    );
  }
  return refused(`${name} refused the sign-in: ${said}.`);
}

/** The network's answer does not name the account. */
export function unnamedAccount(platform: Platform): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    `${PLATFORM_NAMES[platform]} did not say which account it is. Begin again.`,
  );
}

/** The network does not say whose access it is. */
export function apiRefusal(platform: Platform, { status, body }: WireResponse): ConnectRefused {
  const words = wordsOf(body) || textAt(body, 'detail') || `HTTP ${status}`;
  const name = PLATFORM_NAMES[platform];
  return new ConnectRefused(
    'sign_in_refused',
    `${name} did not say which account it is: “${words.slice(0, MAX_QUOTED)}”.`,
  );
}

/**
 * @param granted undefined: the network does not say
 * @returns what to keep with the credentials: the optional permissions that were left out
 * @throws ConnectRefused the person has left out a permission that is needed
 */
export function checkScopes(
  platform: Platform,
  scopes: readonly AccessScope[],
  granted: readonly string[] | undefined,
): { readonly leftOut?: string } {
  if (granted === undefined) return {};
  const leftOut = scopes.filter(({ name }) => !granted.includes(name));
  const missing = leftOut.filter(({ optional }) => !optional);
  if (leftOut.length === 0) return {};
  if (missing.length === 0) return { leftOut: leftOut.map(({ name }) => name).join(' ') };
  throw new ConnectRefused(
    'sign_in_refused',
    `${PLATFORM_NAMES[platform]} did not grant ${scopeWords(missing)}. Begin again, and allow all permissions. If the network did not ask for it, your app lacks it.`,
  );
}
