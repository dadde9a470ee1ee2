import type { WireResponse } from '../wire.js';
import { parseExactJson } from './exact-json.js';
import type { RawAnswer } from './exchange.js';

/** JSON, and JavaScript, as which the Graph API of Meta has sent its JSON. */
const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?(?:json|javascript)\s*(?:;|$)/i;

export function wireResponse({ status, headers, bytes, isEarly }: RawAnswer): WireResponse {
  return {
    status,
    headers: plainHeaders(headers),
    body: bodyOf(bytes, headers['content-type'] ?? ''),
    ...(isEarly && { early: true as const }),
  };
}

/** Cookies are removed: they would be credentials in a log. */
function plainHeaders(headers: RawAnswer['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function bodyOf(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return null;
  // Without a byte order mark, with which no JSON begins.
  const text = new TextDecoder().decode(bytes);
  if (!JSON_TYPE.test(type)) return text;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
