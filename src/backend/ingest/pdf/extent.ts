export interface Extent {
  readonly left: number;
  readonly right: number;
}

export function extentOf(some: readonly Extent[]): Extent {
  return { left: least(some.map(({ left }) => left)), right: most(some.map(({ right }) => right)) };
}

// `Math.min(...numbers)` of a page with very many runs is more than a call can have arguments.
export function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

export function most(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
