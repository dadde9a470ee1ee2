import { TimeoutError } from './errors.js';

/** How long not a single piece may leave, in ms. */
const STANDSTILL_MS = 45_000;

/** How long the service may take over its answer once the last piece has left, in ms: it keeps the file first. */
const ANSWER_MS = 300_000;

/** Says that a piece left, and whether there are more. */
export type GettingOn = (more: boolean) => void;

/**
 * Sends a file, and ends the request when nothing gets on any more.
 *
 * @param send carries out the request; it ends with its signal, and says of every piece that left
 * @throws TimeoutError where it stood still, or what `send` throws
 */
export async function steadily<Result>(
  caller: AbortSignal | undefined,
  send: (signal: AbortSignal, gettingOn: GettingOn) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  let stoodStill = false;
  const onAbort = (): void => stop.abort(caller?.reason);
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });

  const give = (ms: number): NodeJS.Timeout =>
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
    throw new TimeoutError('The upload stood still: no more bytes could be sent.', {
      ...context,
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', onAbort);
  }
}
