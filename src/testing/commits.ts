/** Notifies of commits. */
export interface Commits {
  /** @returns a function that unsubscribes */
  onCommit(listener: () => void): () => void;
}

/** Checks at least this often, in milliseconds, because a running clock makes no commits. */
const LOOK_EVERY_MS = 250;

/**
 * Checks after each commit until something is found or the time is up.
 *
 * @param timeoutMs milliseconds of real time
 * @returns null on timeout
 */
export async function lookUntil<Found>(
  commits: Commits,
  timeoutMs: number,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const committed = nextCommit(commits);
    try {
      const found = await look();
      const left = giveUpAt - performance.now();
      if (found !== null || left <= 0) return found;
      await committed.within(Math.min(left, LOOK_EVERY_MS));
    } finally {
      committed.forget();
    }
  }
}

/** A commit during a check counts too. */
function nextCommit(commits: Commits) {
  let happened: () => void = () => undefined;
  const next = new Promise<void>((resolve) => {
    happened = resolve;
  });
  const forget = commits.onCommit(happened);
  return {
    forget,
    within: async (milliseconds: number): Promise<void> => {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
      await Promise.race([next, patience]);
      clearTimeout(timer);
    },
  };
}
