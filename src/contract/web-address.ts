import * as z from './lazy-zod.js';

/**
 * An absolute URL. Its length is checked first: to encode a host name in other scripts takes quadratic time.
 *
 * @param kind which URLs; default: all
 */
export function webAddress(maxLength: number, kind?: { readonly protocol: RegExp }) {
  return z.string().max(maxLength, { abort: true }).check(z.url(kind));
}
