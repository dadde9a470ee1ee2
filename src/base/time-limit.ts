/**
 * A signal that aborts with a `TimeoutError` after some time, or earlier with the reason of another signal.
 *
 * `AbortSignal.any` over `AbortSignal.timeout` is not enough: Node 20 may collect the timeout as garbage, because only
 * the combined signal refers to it, and then it never fires. A timer is never collected.
 *
 * @param milliseconds of real time; the timer does not keep the process running
 */
export function withTimeLimit(milliseconds: number, ...others: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(
    () => end(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    milliseconds,
  ).unref();
  const onOther = (event: Event): void => {
    if (event.target instanceof AbortSignal) end(event.target.reason);
  };
  function end(reason: unknown): void {
    clearTimeout(timer);
    for (const other of others) other.removeEventListener('abort', onOther);
    controller.abort(reason);
  }
  for (const other of others) {
    if (other.aborted) end(other.reason);
    else other.addEventListener('abort', onOther, { once: true });
  }
  return controller.signal;
}
