import { setMaxListeners } from 'node:events';
import { setTimeout as timer } from 'node:timers/promises';

/** Resolves after `ms` milliseconds; rejects immediately when the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const abortableSleep: Sleep = (ms, signal) => timer(ms, undefined, signal ? { signal } : {});

/** A signal that fires with the caller's signal or after a timeout. */
export interface TimedSignal {
  readonly signal: AbortSignal;
  /** Whether it fired because of the timeout. */
  timedOut(): boolean;
  /** Clears the timer and the listener on the caller's signal. */
  release(): void;
}

/**
 * @param caller the caller's signal, if any
 * @param ms the timeout in milliseconds
 */
export function timedSignal(caller: AbortSignal | undefined, ms: number): TimedSignal {
  const controller = new AbortController();
  let timedOut = false;
  const onAbort = (): void => controller.abort(caller?.reason);
  const clock = setTimeout(() => {
    timedOut = !controller.signal.aborted;
    controller.abort();
  }, ms);
  // Node warns of a leak from 11 listeners on. Requests that share a signal may be more at once; each removes its own.
  if (caller) setMaxListeners(0, caller);
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    release: () => {
      clearTimeout(clock);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
