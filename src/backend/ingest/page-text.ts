import { isAscii } from 'node:buffer';

/** How many bytes are searched for a declared encoding. Browsers search 1,024. */
const DECLARED_WITHIN = 4096;

/**
 * Decodes a page. Its encoding comes from a byte order mark, else the `Content-Type` header, else the declaration in the
 * page. The default is UTF-8, or windows-1252 if the bytes are not valid UTF-8, or if the page is called UTF-8 and none
 * of its characters beyond ASCII is valid.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const declared = markIn(bytes) ?? charsetIn(contentType) ?? declaredIn(bytes);
  if (declared !== null) {
    const decoder = decoderFor(declared);
    if (decoder !== null && LIKE_ASCII.has(decoder.encoding) && isAscii(bytes)) return decodeAscii(bytes);
    const text = decoder?.decode(bytes);
    if (text !== undefined && !isWronglyDeclared(decoder, text)) return text;
  }
  if (isAscii(bytes)) return decodeAscii(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Encodings in which ASCII bytes are ASCII characters. In others, they can switch between alphabets. */
const LIKE_ASCII: ReadonlySet<string> = new Set(['utf-8', 'windows-1252']);

/** In a quarter of the time that the decoder takes: V8 checks each byte of UTF-8. */
function decodeAscii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Whether a page is called UTF-8, but each of its characters beyond ASCII is invalid. */
function isWronglyDeclared(decoder: InstanceType<typeof TextDecoder> | null, text: string): boolean {
  return (
    decoder?.encoding === 'utf-8' && text.includes('\ufffd') && !/[\u0080-\ufffc\ufffe\uffff]/.test(text)
  );
}

function markIn([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return null;
}

function charsetIn(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? null;
}

/** Finds `<meta charset>`, its longer form, or the XML declaration. All of them are ASCII. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARED_WITHIN)).toString(
    'latin1',
  );
  const named =
    /<meta[^<>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  if (named === undefined) return null;
  // The declaration was readable as ASCII, so the page cannot be UTF-16. Browsers use UTF-8 here.
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
