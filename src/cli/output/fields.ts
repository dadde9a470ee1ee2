import { plainLines } from './plain-text.js';
import type { Screen } from './table.js';
import { padTo, widthOf, wrapTo } from './width.js';

/** A column of names beside a column of values, which wrap. Empty values are omitted. */
export function fields(
  entries: readonly (readonly [name: string, value: string | null])[],
  screen: Screen,
): string {
  const shown = entries.filter((entry): entry is readonly [string, string] => (entry[1] ?? '') !== '');
  const names = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const width = (screen.width ?? Number.POSITIVE_INFINITY) - names - 2;
  return shown
    .map(([name, value]) => {
      const lines = wrapTo(plainLines(value), width);
      const continued = `\n${' '.repeat(names + 2)}`;
      return `${screen.style('dim', padTo(name, names))}  ${lines.join(continued)}`;
    })
    .join('\n');
}
