import type { Range } from '../../src/networks/figure.js';

/** Formats values for tables. */

export const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 });

export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : values.join(', ');

/** Bytes in the largest unit that divides them: `8 MiB`, `300 MB`, `8,300,000 bytes`. */
export function bytes(value: number): string {
  const units = [
    ['GB', 1_000_000_000],
    ['MB', 1_000_000],
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KB', 1000],
    ['KiB', 1024],
  ] as const;
  const round = units.find(([, size]) => value >= size && value % size === 0);
  return round ? `${number(value / round[1])} ${round[0]}` : `${number(value)} bytes`;
}

/** Seconds in the largest unit that divides them: `15 min`, `60 days`. */
export function duration(seconds: number): string {
  const units = [
    ['days', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const;
  const round = units.find(([, size]) => seconds >= 2 * size && seconds % size === 0);
  return round ? `${number(seconds / round[1])} ${round[0]}` : `${number(seconds)} s`;
}

export function range({ min, max }: Range, words: (value: number) => string): string {
  if (min === undefined) return max === undefined ? 'any' : `at most ${words(max)}`;
  return max === undefined ? `at least ${words(min)}` : `${words(min)} to ${words(max)}`;
}
