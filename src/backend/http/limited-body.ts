import { RequestRefused } from '../operations/refusal.js';

/** How long a body that is read whole may take to come, in milliseconds. */
const BODY_MAX_MS = 30_000;

interface BodyLimit {
  readonly maxBytes: number;
  /** What is said of a body that is larger. */
  readonly tooLarge: string;
}

/**
 * Reads a request's body whole: up to a size, and for no longer than half a minute.
 *
 * @throws RequestRefused `payload_too_large`, or `malformed_request` where it does not come to its end
 */
export async function readLimited(request: Request, limit: BodyLimit): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const detail = `The body did not come to its end within ${BODY_MAX_MS / 1000} seconds.`;
      reject(new RequestRefused('malformed_request', detail));
    }, BODY_MAX_MS);
  });
  try {
    return await Promise.race([readBytes(request, limit), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readBytes(request: Request, { maxBytes, tooLarge }: BodyLimit): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw new RequestRefused('payload_too_large', tooLarge);
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new RequestRefused('payload_too_large', tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
