/** `2026-12-01T09:00:00`, or the beginning of it: what a clock in the workspace's zone shows. It sorts as text. */
export type WallText = string;

/** The workspace's clock, as it goes on from what the server told last. */
export class WallClock {
  #told: WallText = '';
  #toldAt = 0;

  set(now: WallText): void {
    this.#told = now;
    this.#toldAt = performance.now();
  }

  /** An empty text as long as nothing was told: every time is later then, and the server decides. */
  now(): WallText {
    return this.#told === '' ? '' : laterBy(this.#told, (performance.now() - this.#toldAt) / 1000);
  }
}

/** The time so many seconds later on a clock that is never changed; negative: earlier. */
export function laterBy(time: WallText, seconds: number): WallText {
  return new Date(Date.parse(`${time.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19);
}

/** How far something was dragged, in minutes. */
export function minutesOf({ days, seconds }: { readonly days: number; readonly seconds: number }): number {
  return days * 24 * 60 + Math.round(seconds / 60);
}
