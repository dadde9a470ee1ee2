import { inSentence } from '../../../base/english.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { AccessScope, AppAccess } from '../../../networks/access.js';
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
 * @throws ConnectRefused the person has left out a permission that is needed
 */
export function checkScopes(
  platform: Platform,
  scopes: readonly AccessScope[],
  granted: readonly string[] | undefined,
): void {
  if (granted === undefined) return;
  const missing = scopes.filter(({ name, optional }) => !optional && !granted.includes(name));
  if (missing.length === 0) return;
  const names = inSentence(
    missing.map((scope) => `${scope.name} (to ${scope.for})`),
    'and',
  );
  throw new ConnectRefused(
    'sign_in_refused',
    `${PLATFORM_NAMES[platform]} did not grant ${names}. Begin again, and allow all permissions. If the network did not ask for it, your app lacks it.`,
  );
}
