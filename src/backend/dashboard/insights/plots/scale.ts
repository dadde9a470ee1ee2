/** Where a value is on an axis, from 0 to 1. */
type Scale = (value: number) => number;

/** Values that differ by more than this are shown on a logarithmic axis: most dots would be in one place otherwise. */
const WIDE = 20;

export interface Axis {
  readonly scale: Scale;
  readonly isLogarithmic: boolean;
  /** Values with a mark, in order. */
  readonly ticks: readonly number[];
}

/** An axis from 0 to the greatest value, for counts. */
export function countAxis(values: readonly number[], middle: number | null): Axis {
  const most = Math.max(1, ...values);
  const isLogarithmic = most > WIDE * Math.max(1, middle ?? 0);
  if (!isLogarithmic) {
    const end = roundUp(most);
    return {
      scale: (value) => value / end,
      isLogarithmic,
      ticks: [...new Set([0, Math.round(end / 2), end])],
    };
  }
  const powers = Math.ceil(Math.log10(most + 1));
  const span = Math.log10(10 ** powers + 1);
  return {
    scale: (value) => Math.log10(value + 1) / span,
    isLogarithmic,
    ticks: [0, ...Array.from({ length: powers }, (_, power) => 10 ** (power + 1))],
  };
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not smaller. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

/** With one decimal: enough for a screen. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;
