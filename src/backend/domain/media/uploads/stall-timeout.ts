import { RequestRefused } from '../../../operations/refusal.js';

/** A connection that brings fewer bytes than this within its timeout has stalled. */
const MIN_PROGRESS_BYTES = 16 * 1024;

/**
 * Passes bytes through, and fails if the sender brings less than 16 KB within `idleMs` or the connection breaks. Time
 * during which the reader is busy does not count.
 *
 * @param signal ends the iteration with its reason
 * @throws RequestRefused `upload_stalled`, from the iteration
 */
export async function* withStallTimeout(
  bytes: AsyncIterable<Uint8Array>,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  let progress = 0;
  let timedOut = false;
  let fail: ((reason: unknown) => void) | null = null;
  const onAbort = (): void => fail?.(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    timedOut = true;
    fail?.(stalled(idleMs));
  }, idleMs);
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (progress >= MIN_PROGRESS_BYTES || timedOut) {
        progress = 0;
        timedOut = false;
        timer.refresh();
      }
      const next = await new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
        fail = reject;
        source.next().then(resolve, (error: unknown) => reject(connectionLost(error)));
      });
      fail = null;
      if (next.done) return;
      progress += next.value.length;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: a source that hangs would hang here too.
    source.return?.()?.then(undefined, () => undefined);
  }
}

function stalled(idleMs: number): RequestRefused {
  return new RequestRefused(
    'upload_stalled',
    `The upload made no progress for ${Math.round(idleMs / 1000)} seconds. Send the file again; an upload to a one-time URL can resume where it stopped.`,
  );
}

function connectionLost(error: unknown): RequestRefused {
  if (error instanceof RequestRefused) return error;
  const refusal = new RequestRefused(
    'upload_stalled',
    'The connection closed before the whole file had arrived. Send the file again; an upload to a one-time URL can resume where it stopped.',
  );
  refusal.cause = error;
  return refusal;
}
