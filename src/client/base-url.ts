import { ConfigurationError } from './errors.js';
import { redact } from './redact.js';

/** The local backend: no default may send a key to somebody else's machine. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4747';

/**
 * The base URL in the form that paths are appended to: no slash at its end, and no `/v1`, which every path begins
 * with.
 *
 * @param text an http or https address; it may have a path (`https://example.com/postrider/`)
 * @throws ConfigurationError `base_url_invalid`
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? `: write http://${text} or https://${text}` : '';
    throw invalid(`"${text}" is not an address${hint}.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw invalid('It holds a user name or password; the key goes into apiKey (POSTRIDER_API_KEY).');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const hint = url.hostname === '' ? `: write http://${text} or https://${text}` : '';
    throw invalid(`"${text}" does not begin with http:// or https://${hint}.`);
  }
  if (url.search !== '' || url.hash !== '') throw invalid('It has a query or fragment; leave that out.');
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return url;
}

/** Where a path of the API lies under this base. */
export function addressOf(base: URL, path: string): string {
  return base.origin + base.pathname.replace(/\/+$/, '') + path;
}

function invalid(what: string): ConfigurationError {
  return new ConfigurationError(
    'base_url_invalid',
    `The base URL cannot be used. ${redact(what)} It is set by baseUrl or POSTRIDER_BASE_URL; unset, it is ${DEFAULT_BASE_URL}.`,
  );
}
