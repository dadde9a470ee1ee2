import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../../contract/operation.js';
import { RequestRefused } from '../../operations/refusal.js';

/** Visible ASCII. A comma and a space stand between two headers of the same name. */
const BARE = /^[\x21-\x7e]+$/;

/** A string of RFC 9651 (structured fields): printable ASCII in double quotes, `\"` and `\\` escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * The key in an `Idempotency-Key` header. The IETF draft writes it in double quotes, most programs without: both
 * are the same key.
 *
 * @throws RequestRefused for a header that is not a key
 */
export function idempotencyKeyOf(sent: string | undefined): string | null {
  if (sent === undefined) return null;
  const key = sent.startsWith('"') ? unquoted(sent) : BARE.test(sent) ? sent : null;
  if (key !== null && key.length > 0 && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) return key;
  throw new RequestRefused(
    'malformed_request',
    `An Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters without spaces, such as a UUID, or a string in double quotes. ${reasonOf(sent, key)}`,
  );
}

function unquoted(sent: string): string | null {
  const [, inside] = QUOTED.exec(sent) ?? [];
  return inside?.replaceAll(/\\(["\\])/g, '$1') ?? null;
}

function reasonOf(sent: string, key: string | null): string {
  if (key !== null && key.length > 0) return `This one has ${key.length} characters.`;
  if (sent === '' || key === '') return 'This one is empty.';
  if (sent.includes(', ')) return 'Send the header once, with one key.';
  if (sent.startsWith('"')) {
    return 'In double quotes, write a quote as \\" and a backslash as \\\\, with nothing after the closing quote.';
  }
  return 'Put a key with spaces in double quotes.';
}
