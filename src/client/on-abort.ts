/** What is called when a signal fires. */
interface Waiting {
  readonly runs: Set<() => void>;
  readonly listener: () => void;
}

const WAITING = /* @__PURE__ */ new WeakMap<AbortSignal, Waiting>();

/**
 * Calls a function once when the signal fires, or at once if it already has. All functions of a signal share one
 * listener: many requests may share the caller's signal, and Node warns of a leak from 11 listeners on.
 *
 * @param run a new function for each call
 * @returns removes the function
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  if (!signal || signal.aborted) return () => undefined;
  const { runs, listener } = WAITING.get(signal) ?? listenTo(signal);
  runs.add(run);
  return () => {
    if (!runs.delete(run) || runs.size > 0) return;
    signal.removeEventListener('abort', listener);
    WAITING.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const runs = new Set<() => void>();
  const listener = (): void => {
    for (const run of runs) run();
  };
  signal.addEventListener('abort', listener, { once: true });
  const waiting = { runs, listener };
  WAITING.set(signal, waiting);
  return waiting;
}
