/** The result of the work, or the reason of the signal if that comes first. The work then goes on unwatched. */
export async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
