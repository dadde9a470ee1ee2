import type { SHARED_SOURCES, Sources } from './sources.js';

/**
 * How sure a figure is. `official`: read on the owner's page, specification or source. `measured`: seen by
 * running the real software. `secondary`: from other tools or from pages that quote the owner. `memory`:
 * not found written down; to be verified before anything hangs on it.
 */
export type Confidence = 'official' | 'measured' | 'secondary' | 'memory';

/** One fact about a network, with where it comes from. */
export interface Figure<T> {
  readonly value: T;
  /** A key of `SOURCES`. */
  readonly source: string;
  readonly confidence: Confidence;
  readonly note?: string;
}

/** A lowest and a highest allowed value, both included. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

type SharedSource = keyof typeof SHARED_SOURCES;

function figureOf<Source extends string>(confidence: Confidence) {
  return <const T>(value: T, source: Source, note?: string): Figure<T> =>
    note === undefined ? { value, source, confidence } : { value, source, confidence, note };
}

/** What writes figures that cite these sources, or the shared ones. */
export function figuresFrom<Own extends Sources>(_own: Own) {
  type Source = (keyof Own & string) | SharedSource;
  return {
    official: figureOf<Source>('official'),
    measured: figureOf<Source>('measured'),
    secondary: figureOf<Source>('secondary'),
  };
}

/** A fact that no source was found for. */
export function memory<const T>(value: T, note?: string): Figure<T> {
  return figureOf<SharedSource>('memory')(value, 'memory', note);
}
