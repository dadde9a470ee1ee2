/** Resolves when a command that runs until it is ended is ended. */
export function untilEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves when nobody holds the other end of an input any more: the process there has ended. */
export function untilClosed(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['end', 'close', 'error'] as const) input.once(name, () => resolve());
    input.resume();
  });
}
