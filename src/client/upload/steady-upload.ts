import { TimeoutError } from '../errors/errors.js';
import { onAbort } from '../on-abort.js';

/** How long an upload may make no progress, in ms. */
const STANDSTILL_MS = 45_000;

/** How long the backend may take to store the file and respond after the last chunk, in ms. */
const ANSWER_MS = 300_000;

/** Called for each sent chunk, with whether there are more. */
export type GettingOn = (more: boolean) => void;

/**
 * Sends a file, and aborts the request when it makes no progress.
 *
 * @param send performs the request, stops with its signal, and reports every sent chunk
 * @throws TimeoutError if the upload stalls, or what `send` throws
 */
export async function steadily<Result>(
  caller: AbortSignal | undefined,
  send: (signal: AbortSignal, gettingOn: GettingOn) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  let stoodStill = false;
  const release = onAbort(caller, () => stop.abort(caller?.reason));

  const give = (ms: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      stoodStill = true;
      stop.abort();
    }, ms);
  let timer = give(ANSWER_MS);
  const gettingOn: GettingOn = (more) => {
    clearTimeout(timer);
    timer = give(more ? STANDSTILL_MS : ANSWER_MS);
  };
  try {
    return await send(stop.signal, gettingOn);
  } catch (error) {
    if (!stoodStill) throw error;
    const context = { operation: 'media.create', idempotencyKey: null, attempts: 1, sent: true } as const;
    throw new TimeoutError('The upload stalled: no more bytes could be sent.', {
      ...context,
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    release();
  }
}
