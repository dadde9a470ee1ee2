import * as z from 'zod';
import { tableOf as pageTable } from './written-down.js';

/** One measured figure, with the yardstick from the same run. */
export const FigureSchema = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  /** The value to compare with, in the same unit. */
  yardstick: z.object({ name: z.string(), value: z.number() }).optional(),
  /** The limit for `value / yardstick`, or for the value if there is no yardstick. */
  budget: z.union([z.object({ atMost: z.number() }), z.object({ atLeast: z.number() })]).optional(),
});
export type Figure = z.infer<typeof FigureSchema>;

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

/** Every figure with its yardstick and budget. */
export function tableOf(figures: readonly Figure[], form: 'text' | 'markdown' = 'text'): string {
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
      within === null ? '' : within ? 'ok' : 'missed',
    ];
  });
  const table = [['figure', 'measured', 'yardstick', 'ratio', 'budget', ''], ...rows];
  return form === 'markdown' ? pageTable(table) : terminalTable(table);
}

/** The changes since an earlier run. Ratios are compared as ratios, because absolute times differ between machines. */
export function comparisonOf(earlier: readonly Figure[], now: readonly Figure[]): string {
  const before = new Map(earlier.map((figure) => [figure.name, figure]));
  const rows = now.flatMap((figure) => {
    const old = before.get(figure.name);
    if (!old) return [[figure.name, 'not measured before', '', '']];
    const [was, is] = [ratioOf(old), ratioOf(figure)];
    if (was === null || is === null) {
      return [
        [
          figure.name,
          `${round(old.value)} ${old.unit}`,
          round(figure.value),
          change(old.value, figure.value),
        ],
      ];
    }
    return [[figure.name, `${was.toFixed(2)}x`, `${is.toFixed(2)}x`, change(was, is)]];
  });
  return terminalTable([['figure', 'before', 'now', 'change'], ...rows]);
}

function change(was: number, is: number): string {
  const percent = Math.round((is / was - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

/** A table for a terminal. */
function terminalTable(table: readonly (readonly string[])[]): string {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
