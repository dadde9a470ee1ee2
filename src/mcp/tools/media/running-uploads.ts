import { randomUUID } from 'node:crypto';
import type { Media } from '../../../contract/media/media.js';

/** Ended uploads are remembered so long, in ms. */
const REMEMBERED_MS = 60 * 60 * 1000;

/** An upload that may outlast the call that began it. */
export interface RunningUpload {
  readonly id: string;
  /** Ends with the medium, or with what went wrong. */
  readonly ended: Promise<Media>;
  /** 0 to 100; null where nobody knows how much there is. */
  percent(): number | null;
  stop(): void;
}

/** Uploads of this process. An id is random: whoever has it was given it. */
const uploads = new Map<string, RunningUpload>();

/** Begins an upload. @param send is ended by its signal, and says how far it is, from 0 to 1 */
export function beginUpload(
  send: (signal: AbortSignal, reached: (part: number) => void) => Promise<Media>,
): RunningUpload {
  const id = `upload_${randomUUID()}`;
  const stop = new AbortController();
  let part: number | null = null;
  const ended = send(stop.signal, (reached) => {
    part = reached;
  });
  const upload: RunningUpload = {
    id,
    ended,
    percent: () => (part === null ? null : Math.floor(part * 100)),
    stop: () => stop.abort(),
  };
  uploads.set(id, upload);
  const forget = (): void => {
    setTimeout(() => uploads.delete(id), REMEMBERED_MS).unref();
  };
  // Whoever waits for it hears of a failure; one that nobody waits for must not end the process.
  ended.then(forget, forget);
  return upload;
}

export function uploadWith(id: string): RunningUpload | undefined {
  return uploads.get(id.trim());
}

/** The medium, or null where the upload is still under way after so many milliseconds. */
export async function endedWithin(
  { ended }: RunningUpload,
  ms: number,
  tick: () => Promise<void>,
): Promise<Media | null> {
  const until = performance.now() + ms;
  for (;;) {
    const left = until - performance.now();
    const medium = await Promise.race([ended, pause(Math.max(0, Math.min(left, TICK_MS)))]);
    if (medium !== undefined) return medium;
    if (performance.now() >= until) return null;
    await tick();
  }
}

/** How often the host is told how far it is, in ms. */
const TICK_MS = 1_000;

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}
