import type { SourceKey } from './sources.js';

/**
 * How sure a figure is. `official`: read on the owner's page, specification or source. `measured`: seen by
 * running the real software. `secondary`: from other tools or from pages that quote the owner. `memory`:
 * not found written down; to be verified before anything hangs on it.
 */
export type Confidence = 'official' | 'measured' | 'secondary' | 'memory';

/** One fact about a network, with where it comes from. */
export interface Figure<T> {
  readonly value: T;
  readonly source: SourceKey;
  readonly confidence: Confidence;
  readonly note?: string;
}

/** A lowest and a highest allowed value, both included. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

function figureOf(confidence: Confidence) {
  return <const T>(value: T, source: SourceKey, note?: string): Figure<T> =>
    note === undefined ? { value, source, confidence } : { value, source, confidence, note };
}

export const official = figureOf('official');
export const measured = figureOf('measured');
export const secondary = figureOf('secondary');

/** A fact that no source was found for. */
export function memory<const T>(value: T, note?: string): Figure<T> {
  return figureOf('memory')(value, 'memory', note);
}
