import { STEPS, ZONE_ROWS } from './zone-data.generated.js';

export { TZDATA_VERSION } from './zone-data.generated.js';

/** The changes of one zone's offset since 1970. */
export interface ZoneTable {
  /** Epoch milliseconds of each change, ascending. */
  readonly changes: readonly number[];
  /** Minutes east of Greenwich: before the first change, then after each change. */
  readonly offsets: readonly number[];
  /** The last listed year of a zone whose changes repeat forever; undefined if its last offset is permanent. */
  readonly cycleEnd: number | undefined;
}

/** A zone name as the database spells it. */
export interface ZoneName {
  readonly name: string;
  /** Whether the name is in current use for a country, rather than a legacy alias. */
  readonly current: boolean;
}

interface Row extends ZoneName {
  readonly packed: string;
}

let rowsByLowerName: Map<string, Row> | undefined;
let steps: readonly number[] | undefined;
const tables = new Map<string, ZoneTable>();

/** Splits the rows on first use, not on import: most runs of the program never look up a zone. */
function rows(): Map<string, Row> {
  if (rowsByLowerName) return rowsByLowerName;
  const found = new Map<string, Row>();
  for (const line of ZONE_ROWS.trim().split('\n')) {
    const bar = line.indexOf('|');
    const packed = line.slice(bar + 1);
    for (const marked of line.slice(0, bar).split(' ')) {
      const current = !marked.startsWith('~');
      const name = current ? marked : marked.slice(1);
      found.set(name.toLowerCase(), { name, current, packed });
    }
  }
  rowsByLowerName = found;
  return found;
}

function stepAt(index: number): number {
  steps ??= STEPS.trim().split(/\s+/).map(fromBase36);
  const step = steps[index];
  if (step === undefined) throw new Error(`The zone data refers to step ${index}, which it does not list.`);
  return step;
}

const fromBase36 = (digits: string): number => Number.parseInt(digits, 36);

function unpack(packed: string): ZoneTable {
  const [offsetList = '', which = '', places = '', cycleEnd] = packed.split('|');
  const choices = offsetList.split(' ').map((digits) => fromBase36(digits) / 60);
  const changes: number[] = [];
  const offsets = [choices[0] ?? 0];
  let seconds = 0;
  for (const [index, digit] of Array.from(which).entries()) {
    seconds += stepAt(fromBase36(places.slice(2 * index, 2 * index + 2)));
    changes.push(seconds * 1000);
    offsets.push(choices[fromBase36(digit)] ?? 0);
  }
  return { changes, offsets, cycleEnd: cycleEnd ? Number(cycleEnd) : undefined };
}

/** The database's spelling of a name in any case; undefined for an unknown name. */
export function canonicalZoneName(name: string): string | undefined {
  return rows().get(name.toLowerCase())?.name;
}

/** All names in the database, current and legacy. */
export function allZoneNames(): ZoneName[] {
  return Array.from(rows().values());
}

/**
 * The offset changes of the zone with this canonical name, unpacked once and cached.
 * @throws RangeError for an unknown name
 */
export function zoneTable(name: string): ZoneTable {
  const known = tables.get(name);
  if (known) return known;
  const row = rows().get(name.toLowerCase());
  if (!row) throw new RangeError(`There is no time zone “${name}” in the zone data.`);
  const table = unpack(row.packed);
  tables.set(name, table);
  return table;
}
