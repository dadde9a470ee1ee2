import { onAbort } from './on-abort.js';

/** Resolves after `ms` milliseconds; rejects immediately when the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const abortableSleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const clock = setTimeout(() => {
      release();
      resolve();
    }, ms);
    const release = onAbort(signal, () => {
      clearTimeout(clock);
      reject(signal?.reason);
    });
  });

/** A signal that fires with the caller's signal or after a timeout. */
export interface TimedSignal {
  readonly signal: AbortSignal;
  /** Whether it fired because of the timeout. */
  timedOut(): boolean;
  /** Clears the timer and stops following the caller's signal. */
  release(): void;
}

/**
 * @param caller the caller's signal, if any
 * @param ms the timeout in milliseconds
 */
export function timedSignal(caller: AbortSignal | undefined, ms: number): TimedSignal {
  const controller = new AbortController();
  let timedOut = false;
  const clock = setTimeout(() => {
    timedOut = !controller.signal.aborted;
    controller.abort();
  }, ms);
  const release = onAbort(caller, () => controller.abort(caller?.reason));
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    release: () => {
      clearTimeout(clock);
      release();
    },
  };
}
