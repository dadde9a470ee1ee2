import { type BoundedFile, bytesOf } from './bounded-file.js';
import { unknownType, unsupportedType } from './unsupported-types.js';

/** The file types that uploads may have. */
export type AcceptedType = 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | 'video/quicktime';

/** Enough bytes to detect the type of any file. */
const HEAD_BYTES = 4100;

/**
 * Detects the type of a file from its first bytes. Its name and its declared type are ignored.
 *
 * @throws MediaRefused if the type is not supported
 */
export async function detectType(file: BoundedFile): Promise<AcceptedType> {
  const head = bytesOf(await file.piece(0, Math.min(file.length, HEAD_BYTES)));
  const found = (await binaryType(head)) ?? textType(head);
  switch (found) {
    case undefined:
      throw unknownType();
    case 'image/jpeg':
    case 'image/webp':
    case 'video/mp4':
    case 'video/quicktime':
      return found;
    // The PNG reader detects animations: the marker can be anywhere in the file.
    case 'image/png':
    case 'image/apng':
      return 'image/png';
    // Apple’s name for MP4.
    case 'video/x-m4v':
      return 'video/mp4';
    default:
      throw unsupportedType(found);
  }
}

async function binaryType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type/core');
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type?.mime === 'application/xml' ? (textType(head) ?? type.mime) : type?.mime;
}

/** Detects text formats that are uploaded by mistake. */
function textType(head: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(head).trimStart();
  // The last character may be cut off. Binary data contains control characters or invalid UTF-8.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: detects binary data
  if (text === '' || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text.slice(0, -4))) return undefined;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/^<(!doctype html|html|head|body)\b/i.test(text)) return 'text/html';
  return text.startsWith('<?xml') ? 'application/xml' : 'text/plain';
}
