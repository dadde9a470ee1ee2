import { MAX_BODY_MS } from '../../../contract/time-limits.js';
import { RequestRefused } from '../../operations/refusal.js';

interface BodyLimit {
  readonly maxBytes: number;
  /** The error for a larger body. */
  readonly tooLarge: string;
}

/**
 * Buffers a request body up to a maximum size and for a maximum time.
 *
 * @throws RequestRefused `payload_too_large`, or `request_timeout` if the body does not arrive in time
 */
export async function readLimited(request: Request, limit: BodyLimit): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const detail = `The request body did not arrive completely within ${MAX_BODY_MS / 1000} seconds. Send the request again.`;
      reject(new RequestRefused('request_timeout', detail));
    }, MAX_BODY_MS);
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
