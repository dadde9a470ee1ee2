import { randomUUID } from 'node:crypto';
import type { Media } from '../../../contract/media/media.js';

/** How long finished uploads are remembered, in ms. */
const REMEMBERED_MS = 60 * 60 * 1000;

/** An upload that can outlive the call that started it. */
export interface RunningUpload {
  readonly id: string;
  /** Resolves with the stored media, or rejects with the error. */
  readonly ended: Promise<Media>;
  /** 0 to 100; null if the size is unknown. */
  percent(): number | null;
  stop(): void;
}

/** Uploads of this process. Ids are random and so cannot be guessed. */
const uploads = new Map<string, RunningUpload>();

/** Starts an upload. @param send stops on its signal and reports progress from 0 to 1 */
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
  // Callers that wait see the rejection. Without this handler, an upload that nobody waits for would crash the process.
  ended.then(forget, forget);
  return upload;
}

export function uploadWith(id: string): RunningUpload | undefined {
  return uploads.get(id.trim());
}

/** The stored media, or null if the upload is still running after this many milliseconds. */
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

/** How often progress is reported, in ms. */
const TICK_MS = 1_000;

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}
