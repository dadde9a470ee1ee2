/** How many leading bytes identify a file's type. */
export const TYPE_BYTES = 12;

/** The MIME type of a file by its leading bytes: types that networks accept. */
export function typeOfBytes(first: Uint8Array): string {
  const text = Buffer.from(first).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp') return text.slice(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  return 'application/octet-stream';
}
