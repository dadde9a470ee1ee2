import { plainLines } from './plain-text.js';
import type { Room } from './table.js';
import { padTo, widthOf, wrapTo } from './width.js';

/** Names and values under each other, values wrapped beside their name. Empty values are left out. */
export function fields(
  entries: readonly (readonly [name: string, value: string | null])[],
  room: Room,
): string {
  const shown = entries.filter((entry): entry is readonly [string, string] => (entry[1] ?? '') !== '');
  const names = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const width = (room.width ?? Number.POSITIVE_INFINITY) - names - 2;
  return shown
    .map(([name, value]) => {
      const lines = wrapTo(plainLines(value), width);
      const continued = `\n${' '.repeat(names + 2)}`;
      return `${room.style('dim', padTo(name, names))}  ${lines.join(continued)}`;
    })
    .join('\n');
}
