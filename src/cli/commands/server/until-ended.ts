/** Resolves when the command is interrupted. */
export function untilEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves when an input closes because the process at its other end has ended. */
export function untilClosed(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['end', 'close', 'error'] as const) input.once(name, () => resolve());
    input.resume();
  });
}
