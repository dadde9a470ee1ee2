import type { Figure, Range } from '../figure.js';
import type { MediaFacts } from '../media-facts.js';
import type { Finding } from './target.js';

/** A maximum as a range. */
export function upTo(figure: Figure<number> | undefined): Figure<Range> | undefined {
  return figure && { ...figure, value: { max: figure.value } };
}

interface RangeCheck {
  readonly file: MediaFacts;
  readonly network: string;
  readonly code: string;
  readonly what: string;
  readonly unit: string;
  readonly actual: number;
  readonly show?: (value: number) => string;
}

/** An error if the value is outside one of the ranges. The strictest bound counts. */
export function range(check: RangeCheck, ranges: readonly (Figure<Range> | undefined)[]): Finding[] {
  const { file, network, code, what, unit, actual, show = (value) => `${twoDigits(value)} ${unit}` } = check;
  for (const side of ['min', 'max'] as const) {
    const bound = strictest(side, ranges);
    if (!bound || (side === 'min' ? actual >= bound.limit : actual <= bound.limit)) continue;
    const limit = `${side === 'min' ? 'at least' : 'at most'} ${show(bound.limit)}`;
    const who =
      bound.figure.source === 'service'
        ? `Postrider accepts ${limit} for ${network}`
        : `${network} accepts ${limit}`;
    return [
      {
        code,
        message: `The ${file.kind} has a ${what} of ${show(actual)}, but ${who}.`,
        actual,
        limit: bound.limit,
        unit,
        fix: `${side === 'min' ? 'Increase' : 'Reduce'} its ${what} to ${limit}.`,
        figure: bound.figure,
      },
    ];
  }
  return [];
}

function strictest(side: 'min' | 'max', ranges: readonly (Figure<Range> | undefined)[]) {
  let found: { limit: number; figure: Figure<Range> } | undefined;
  for (const figure of ranges) {
    const limit = figure?.value[side];
    if (figure === undefined || limit === undefined) continue;
    if (!found || (side === 'min' ? limit > found.limit : limit < found.limit)) found = { limit, figure };
  }
  return found;
}

/** Formats bytes: `48.2 kB`, `9 MB`. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${twoDigits(bytes / 1000)} kB` : `${twoDigits(bytes / 1_000_000)} MB`;
}

/** Rounds to two decimal places. */
export function twoDigits(value: number): number {
  return Math.round(value * 100) / 100;
}
