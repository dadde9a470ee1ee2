import { setTimeout as timer } from 'node:timers/promises';

/** Resolves after `ms` milliseconds; rejects at once when the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const abortableSleep: Sleep = (ms, signal) => timer(ms, undefined, signal ? { signal } : {});

/** A signal that fires with the caller's, or after a time of its own. */
export interface TimedSignal {
  readonly signal: AbortSignal;
  /** Whether the time ran out (and the caller did not abort before). */
  timedOut(): boolean;
  /** Stops the clock and lets go of the caller's signal. */
  release(): void;
}

/**
 * @param caller the caller's signal, where there is one
 * @param ms time in milliseconds after which the result fires by itself
 */
export function timedSignal(caller: AbortSignal | undefined, ms: number): TimedSignal {
  const controller = new AbortController();
  let timedOut = false;
  const onAbort = (): void => controller.abort(caller?.reason);
  const clock = setTimeout(() => {
    timedOut = !controller.signal.aborted;
    controller.abort();
  }, ms);
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
