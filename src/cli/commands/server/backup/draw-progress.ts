import type { Context } from '../../../context.js';
import { progressLine } from '../../../output/progress-bar.js';

/** The shortest time between two drawings, in ms. */
const DRAW_INTERVAL_MS = 80;

/** What is being done, and how much of it is done; null: unknown. */
export interface Step {
  readonly name: string;
  readonly done: number | null;
  readonly beside: string;
}

/** Draws progress in a terminal: each new step at once, and its progress throttled. */
export function progressDrawing({ output }: Context): (step: Step) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  let last = '';
  return ({ name, done, beside }) => {
    const now = performance.now();
    if (name === last && now - drawn < DRAW_INTERVAL_MS) return;
    drawn = now;
    last = name;
    output.progress((screen) => progressLine(name, done, beside, screen));
  };
}
