/** The prefix of every API key. */
const KEY_START = 'postrider_api_';

/** The secret part of a key is far longer. Shorter words after the prefix are prose (`postrider_api_key`). */
const KEY = /postrider_api_[A-Za-z0-9_-]{8,}/g;

/** Replaces the secret part. It does not match a key, so redaction is idempotent. */
const MASK = '[redacted]';

/** Redacting shorter secrets would remove ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * The text with every API key reduced to its public prefix.
 *
 * @example redact('key postrider_api_4f9k2m7q_x1y2 refused') // 'key postrider_api_[redacted] refused'
 */
export function redact(text: string): string {
  // Few texts contain a key, and searching for the prefix is cheaper.
  return text.includes(KEY_START) ? text.replace(KEY, `${KEY_START}${MASK}`) : text;
}

/** Like {@link redact}, and also removes this secret, whatever it looks like. */
export function redactorOf(secret: string | null): (text: string) => string {
  if (secret === null || secret.length < SHORTEST_SECRET) return redact;
  return (text) =>
    redact(text).replaceAll(secret, secret.startsWith(KEY_START) ? `${KEY_START}${MASK}` : MASK);
}
