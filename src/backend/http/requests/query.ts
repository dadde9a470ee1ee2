import { nulRefused } from '../../operations/nul.js';
import { RequestRefused } from '../../operations/refusal.js';

/** Characters of a parameter's name that an error shows. */
const MAX_SHOWN_NAME_LENGTH = 60;

const NO_QUERY = new URLSearchParams();

/**
 * The query of a URL.
 *
 * @throws RequestRefused `malformed_request`
 */
export function queryOf(url: string): URLSearchParams {
  if (!url.includes('?')) return NO_QUERY;
  if (url.includes('%')) refuseMalformed(url);
  return new URL(url).searchParams;
}

function refuseMalformed(url: string): void {
  const refusal = queryWithNul(url);
  if (refusal) throw refusal;
  const query = new URL(url).search.slice(1);
  if (isEncoded(query)) return;
  const malformed = query.split('&').find((parameter) => !isEncoded(parameter));
  const [name = ''] = malformed?.split('=', 1) ?? [];
  throw new RequestRefused(
    'malformed_request',
    `${named(isEncoded(name) ? decodeURIComponent(name) : name)} is not valid UTF-8 in percent-encoding. Encode each byte as % and two hexadecimal digits; a percent sign itself is %25.`,
  );
}

/** Whether a text can be decoded. `URLSearchParams` replaces what cannot. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

const named = (name: string): string => `The query parameter \`${name.slice(0, MAX_SHOWN_NAME_LENGTH)}\``;

/** Why a query with a NUL is refused, which PostgreSQL rejects as a parameter; null if it has none. */
export function queryWithNul(url: string): RequestRefused | null {
  if (!url.includes('%00', url.indexOf('?'))) return null;
  const found = [...new URL(url).searchParams].find(([, value]) => value.includes('\0'));
  return nulRefused(found ? named(found[0]) : 'The query');
}
