import type { Log } from '../base/log.js';

/** How often unused media is deleted, in milliseconds. */
const SWEEP_EVERY_MS = 15 * 60 * 1000;

interface Swept {
  sweep(): Promise<unknown>;
}

/** Deletes unused media from time to time. @returns stops that */
export function sweepMedia(media: Swept, linkedPages: Swept, log: Log): () => void {
  const timer = setInterval(() => {
    linkedPages
      .sweep()
      .then(() => media.sweep())
      .catch((error: unknown) =>
        log.warn({ err: error }, 'unused media could not be deleted; the next sweep retries'),
      );
  }, SWEEP_EVERY_MS).unref();
  return () => clearInterval(timer);
}
