import type { SHARED_SOURCES, Sources } from './sources.js';

/**
 * How reliable a figure is. `official`: from the network's documentation, specification or source code. `measured`:
 * observed by running the real software. `secondary`: from other tools, or from pages that quote the network. `memory`:
 * without a written source; verify before relying on it.
 */
export type Confidence = 'official' | 'measured' | 'secondary' | 'memory';

/** A fact about a network, with its source. */
export interface Figure<T> {
  readonly value: T;
  /** A key of `SOURCES`. */
  readonly source: string;
  readonly confidence: Confidence;
  readonly note?: string;
}

/** An allowed range. Both ends are inclusive. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

type SharedSource = keyof typeof SHARED_SOURCES;

function figureOf<Source extends string>(confidence: Confidence) {
  return <const T>(value: T, source: Source, note?: string): Figure<T> =>
    note === undefined ? { value, source, confidence } : { value, source, confidence, note };
}

/** Functions that create figures that cite these sources or the shared ones. */
export function figuresFrom<Own extends Sources>(_own: Own) {
  type Source = (keyof Own & string) | SharedSource;
  return {
    official: figureOf<Source>('official'),
    measured: figureOf<Source>('measured'),
    secondary: figureOf<Source>('secondary'),
  };
}

/** A fact without a known source. */
export function memory<const T>(value: T, note?: string): Figure<T> {
  return figureOf<SharedSource>('memory')(value, 'memory', note);
}
