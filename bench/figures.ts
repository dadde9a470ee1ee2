/** One measured figure, with the yardstick from the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is held against: its name and its value in the same unit. */
  readonly yardstick?: { readonly name: string; readonly value: number };
  /** `value / yardstick`, or the value itself, is to be at most, or at least, so much. */
  readonly budget?: { readonly atMost: number } | { readonly atLeast: number };
}

function ratioOf(figure: Figure): number | null {
  return figure.yardstick ? figure.value / figure.yardstick.value : null;
}

export function isWithinBudget(figure: Figure): boolean | null {
  const { budget } = figure;
  if (!budget) return null;
  const measured = ratioOf(figure) ?? figure.value;
  return 'atMost' in budget ? measured <= budget.atMost : measured >= budget.atLeast;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A table that fits a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const within = isWithinBudget(figure);
    const { budget } = figure;
    return [
      figure.name,
      `${round(figure.value)} ${figure.unit}`,
      figure.yardstick ? `${round(figure.yardstick.value)} ${figure.yardstick.name}` : '',
      ratio === null ? '' : `${ratio.toFixed(2)}x`,
      budget ? ('atMost' in budget ? `at most ${budget.atMost}` : `at least ${budget.atLeast}`) : '',
      within === null ? '' : within ? 'ok' : 'OVER',
    ];
  });
  const all = [['figure', 'measured', 'yardstick', 'ratio', 'budget', ''], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
