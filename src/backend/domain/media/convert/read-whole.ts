/** Images are read into memory up to this many bytes. */
const MAX_INPUT_BYTES = 64_000_000;

/** All bytes of a stored image. */
export async function readWhole(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_INPUT_BYTES) throw new Error(`The image is larger than ${MAX_INPUT_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
