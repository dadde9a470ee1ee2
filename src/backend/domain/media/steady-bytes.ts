import { RequestRefused } from '../../operations/refusal.js';

/** A connection that brings less than this within its time is not getting on, in bytes. */
const STEP_BYTES = 16 * 1024;

/**
 * The same bytes, ended where they stop coming: a sender that brings less than 16 KB within `idleMs` has
 * stalled, and so has one whose connection broke. Time in which the reader is busy does not count.
 *
 * @param signal ends it with its reason
 * @throws RequestRefused `upload_stalled`, from the iteration
 */
export async function* steadyBytes(
  bytes: AsyncIterable<Uint8Array>,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  let sinceStep = 0;
  let ranOut = false;
  let giveUp: ((reason: unknown) => void) | null = null;
  const onAbort = (): void => giveUp?.(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    ranOut = true;
    giveUp?.(stalled(idleMs));
  }, idleMs);
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (sinceStep >= STEP_BYTES || ranOut) {
        sinceStep = 0;
        ranOut = false;
        timer.refresh();
      }
      const next = await new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
        giveUp = reject;
        source.next().then(resolve, (error: unknown) => reject(cutOff(error)));
      });
      giveUp = null;
      if (next.done) return;
      sinceStep += next.value.length;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Not waited for: a source that hangs would hang this too.
    source.return?.()?.then(undefined, () => undefined);
  }
}

function stalled(idleMs: number): RequestRefused {
  return new RequestRefused(
    'upload_stalled',
    `No more of the file came within ${Math.round(idleMs / 1000)} seconds. Send it again; with a one-time upload address it can go on where it stopped.`,
  );
}

function cutOff(error: unknown): RequestRefused {
  if (error instanceof RequestRefused) return error;
  const refusal = new RequestRefused(
    'upload_stalled',
    'The connection ended before the whole file had come. Send it again; with a one-time upload address it can go on where it stopped.',
  );
  refusal.cause = error;
  return refusal;
}
