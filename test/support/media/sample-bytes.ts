/** The magic bytes of file types; enough for a simulated network. */
const FIRST_BYTES: Readonly<Record<string, string>> = {
  'image/jpeg': '\xff\xd8\xff\xe0 a picture',
  'image/png': '\x89PNG\r\n\x1a\n a picture',
  'image/webp': 'RIFF\x10\x00\x00\x00WEBPVP8 ',
  'video/mp4': '\x00\x00\x00\x18ftypisom a video',
  'video/quicktime': '\x00\x00\x00\x14ftypqt   a video',
};

/** A file that counts as this type as long as nobody decodes it. */
export function sampleBytes(contentType: string, size = 0): Uint8Array<ArrayBuffer> {
  const first = Buffer.from(FIRST_BYTES[contentType] ?? 'not a picture', 'latin1');
  const bytes = new Uint8Array(Math.max(size, first.length));
  bytes.set(first);
  return bytes;
}
