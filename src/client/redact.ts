/** Marks what every API key of this service begins with. */
const KEY_START = 'postrider_api_';

/** A key's body is longer than this by far; shorter words after the start are prose (`postrider_api_key`). */
const KEY = new RegExp(`${KEY_START}[A-Za-z0-9_-]{8,}`, 'g');

/** What stands in for the secret part. It matches no key, so that redacting twice changes nothing more. */
const MASK = '[redacted]';

/** Secrets shorter than this would blank out ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * The text with everything that looks like an API key reduced to its public start.
 *
 * @example redact('key postrider_api_4f9k2m7q_x1y2 refused') // 'key postrider_api_[redacted] refused'
 */
export function redact(text: string): string {
  // Hardly any text holds one, and to look for the start alone is cheaper.
  return text.includes(KEY_START) ? text.replace(KEY, `${KEY_START}${MASK}`) : text;
}

/** Like {@link redact}, for text in which this very secret may stand too, whatever it looks like. */
export function redactorOf(secret: string | null): (text: string) => string {
  if (secret === null || secret.length < SHORTEST_SECRET) return redact;
  return (text) =>
    redact(text).replaceAll(secret, secret.startsWith(KEY_START) ? `${KEY_START}${MASK}` : MASK);
}
