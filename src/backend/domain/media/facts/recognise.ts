import { otherKind, unknownKind } from './other-kinds.js';
import { type BoundedFile, bytesOf } from './random-access.js';

/** The kinds of files that are looked into. */
export type TakenType = 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | 'video/quicktime';

/** Enough of a file's beginning for its kind to be known. */
const BEGINNING_BYTES = 4100;

/**
 * What a file is by its first bytes; its name and the type that was declared for it do not count.
 *
 * @throws MediaRefused where it is of a kind that is not taken
 */
export async function recognise(file: BoundedFile): Promise<TakenType> {
  const beginning = bytesOf(await file.piece(0, Math.min(file.length, BEGINNING_BYTES)));
  const found = (await binaryType(beginning)) ?? textType(beginning);
  switch (found) {
    case undefined:
      throw unknownKind();
    case 'image/jpeg':
    case 'image/webp':
    case 'video/mp4':
    case 'video/quicktime':
      return found;
    // Whether a PNG is animated is found later, wherever its mark stands.
    case 'image/png':
    case 'image/apng':
      return 'image/png';
    // Apple's name for an MP4.
    case 'video/x-m4v':
      return 'video/mp4';
    default:
      throw otherKind(found);
  }
}

async function binaryType(beginning: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type/core');
  const type = await fileTypeFromBuffer(beginning).catch(() => undefined);
  return type?.mime === 'application/xml' ? (textType(beginning) ?? type.mime) : type?.mime;
}

/** Tells the kinds of text that are mistaken for images. */
function textType(beginning: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(beginning).trimStart();
  // A character may be cut at the end; anything else that is no text has control characters or broken ones.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from other bytes
  if (text === '' || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text.slice(0, -4))) return undefined;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/^<(!doctype html|html|head|body)\b/i.test(text)) return 'text/html';
  return text.startsWith('<?xml') ? 'application/xml' : 'text/plain';
}
