/** Notifies of commits. */
export interface Commits {
  /** @returns a function that unsubscribes */
  onCommit(listener: () => void): () => void;
}

/** Milliseconds. Time can change a result without a commit. */
const MAX_CHECK_INTERVAL_MS = 250;

/**
 * Checks after each commit until something is found or the time is up.
 *
 * @param timeoutMs milliseconds of real time
 * @returns null on timeout
 */
export async function pollUntil<Found>(
  commits: Commits,
  timeoutMs: number,
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const committed = nextCommit(commits);
    try {
      const found = await check();
      const remaining = deadline - performance.now();
      if (found !== null || remaining <= 0) return found;
      await committed.within(Math.min(remaining, MAX_CHECK_INTERVAL_MS));
    } finally {
      committed.unsubscribe();
    }
  }
}

/** Subscribes before a check, so that a commit during the check counts too. */
function nextCommit(commits: Commits) {
  let onCommit: () => void = () => undefined;
  const next = new Promise<void>((resolve) => {
    onCommit = resolve;
  });
  const unsubscribe = commits.onCommit(onCommit);
  return {
    unsubscribe,
    within: async (milliseconds: number): Promise<void> => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
      await Promise.race([next, timeout]);
      clearTimeout(timer);
    },
  };
}
