import type { Counts } from '../crash/counts.js';
import type { StoreKind } from '../support/processes/both-stores.js';

/** The outcomes of everything that should have been sent during one fault. */
export interface FaultRow {
  readonly fault: string;
  readonly store: StoreKind;
  /** Posts and parts that should have been sent. */
  readonly sent: number;
  readonly lost: number;
  readonly twice: number;
  readonly unknown: number;
  /** What else went wrong, in words. */
  readonly wrong: readonly string[];
  readonly seen: string;
}

/** The counts as a row. @param mayBeUnknown whether networks that can be asked were unable to answer */
export function rowOf(
  fault: string,
  store: StoreKind,
  counts: Counts,
  { seen, wrong = [], mayBeUnknown = false, mayBeMissed = false }: RowDetails,
): FaultRow {
  const { lost, twice, published, failed, missed, leftOut, withoutMain, unknown, reasons } = counts;
  const notKnown = Object.values(unknown).reduce((sum, count) => sum + count, 0);
  const wronglyUnknown = (unknown['key'] ?? 0) + (unknown['lookup'] ?? 0);
  return {
    fault,
    store,
    sent: lost + published + failed + missed + leftOut + withoutMain + notKnown,
    lost,
    twice,
    unknown: notKnown,
    wrong: [
      ...wrong,
      ...(failed > 0 ? [`${failed} failed`, ...reasons] : []),
      ...(missed > 0 && !mayBeMissed ? [`${missed} missed`] : []),
      ...(wronglyUnknown > 0 && !mayBeUnknown
        ? [`${wronglyUnknown} are unknown though they could be asked for`, ...reasons]
        : []),
    ],
    seen,
  };
}

export interface RowDetails {
  readonly seen: string;
  readonly wrong?: readonly string[];
  readonly mayBeUnknown?: boolean;
  readonly mayBeMissed?: boolean;
}

export function isRight({ lost, twice, wrong }: FaultRow): boolean {
  return lost === 0 && twice === 0 && wrong.length === 0;
}
