/** In characters. To encode a host name in other scripts takes quadratic time, and no page is at a longer address. */
const MAX_ADDRESS_LENGTH = 8192;

/** The URL that a page names, relative to its base; null if it is none. */
export function pageAddress(text: string, base: string): URL | null {
  return text.length <= MAX_ADDRESS_LENGTH && URL.canParse(text, base) ? new URL(text, base) : null;
}
