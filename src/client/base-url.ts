import { ConfigurationError } from './errors/errors.js';
import { redact } from './redact.js';

/** The local backend. A default must never send a key to another machine. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4747';

/**
 * The base URL in the form that paths are appended to: without a trailing slash, and without `/v1`, with which every
 * path starts.
 *
 * @param text an http or https URL; it can have a path (`https://example.com/postrider/`)
 * @throws ConfigurationError `base_url_invalid`
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? `: write http://${text} or https://${text}` : '';
    throw invalid(`"${text}" is not an address${hint}.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw invalid('It contains a user name or password. Set the API key as apiKey (POSTRIDER_API_KEY).');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const hint = url.hostname === '' ? `: write http://${text} or https://${text}` : '';
    throw invalid(`"${text}" does not start with http:// or https://${hint}.`);
  }
  if (url.search !== '' || url.hash !== '') throw invalid('It has a query or fragment. Remove it.');
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
  return url;
}

/** The URL of an API path. */
export function addressOf(base: URL, path: string): string {
  return base.origin + base.pathname.replace(/(?<!\/)\/+$/, '') + path;
}

function invalid(what: string): ConfigurationError {
  return new ConfigurationError(
    'base_url_invalid',
    `The base URL is invalid. ${redact(what)} Set it with \`baseUrl\` or POSTRIDER_BASE_URL; the default is ${DEFAULT_BASE_URL}.`,
  );
}
