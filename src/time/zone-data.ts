import { STEPS, ZONE_ROWS } from './zone-data.generated.js';

export { TZDATA_VERSION } from './zone-data.generated.js';

/** The changes of one zone's offset since 1970. */
export interface ZoneTable {
  /** Epoch milliseconds of each change, ascending. */
  readonly changes: readonly number[];
  /** Minutes east of Greenwich: the first until the first change, then one from each change on. */
  readonly offsets: readonly number[];
  /** Last listed year of a zone whose changes go on for ever; absent where the last offset stays. */
  readonly cycleEnd: number | undefined;
}

/** A name that the database knows, as it writes it. */
export interface ZoneName {
  readonly name: string;
  /** Whether the name is one of today's for a country, rather than an alias from former days. */
  readonly current: boolean;
}

interface Row extends ZoneName {
  readonly packed: string;
}

let rowsByLowerName: Map<string, Row> | undefined;
let steps: readonly number[] | undefined;
const tables = new Map<string, ZoneTable>();

/** Rows are split on first use, not on import: most starts of the program never ask for a zone. */
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

function stepAt(place: number): number {
  steps ??= STEPS.trim().split(/\s+/).map(fromBase36);
  const step = steps[place];
  if (step === undefined) throw new Error(`The zone data names step ${place}, which it does not list.`);
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

/** The name as the database writes it, whatever the case; undefined if it has no such name. */
export function canonicalZoneName(name: string): string | undefined {
  return rows().get(name.toLowerCase())?.name;
}

/** All names of the database, today's and former ones. */
export function allZoneNames(): ZoneName[] {
  return Array.from(rows().values());
}

/**
 * The changes of the zone with this canonical name, unpacked once and kept.
 * @throws RangeError for a name that the database does not have.
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
