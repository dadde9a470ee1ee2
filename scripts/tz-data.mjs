/**
 * Writes `src/time/zone-data.generated.ts` from the compiled tz data in the installed moment-timezone:
 * `node scripts/tz-data.mjs`. Run it after updating that dependency; a test fails until then.
 *
 * Its JSON is not imported, because 730 kB for 1835 to 2499 cost every start several milliseconds. The generated file
 * gives the same results from 1970 on, at about a tenth of the size.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const OUTPUT = new URL('../src/time/zone-data.generated.ts', import.meta.url);
const CYCLE_YEARS = 28;
/** From this year on, every year is checked against the year that stands in for it, to the end of the data. */
const FIRST_CYCLE_END = 2054;

const packed = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json'), 'utf8'),
);

/** Decodes moment-timezone's base 60, whose fraction digits are sixtieths. In minutes. */
function base60(text) {
  const digit = (character) => {
    const code = character.charCodeAt(0);
    return code > 96 ? code - 87 : code > 64 ? code - 29 : code - 48;
  };
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const character of whole) value = value * 60 + digit(character);
  let unit = 1;
  for (const character of fraction) {
    unit /= 60;
    value += digit(character) * unit;
  }
  return text.startsWith('-') ? -value : value;
}

/** Transitions from 1970 on as `{at, offset}`: epoch seconds, and seconds east of Greenwich from then on. */
function unpack(row) {
  const [name, , offsetsText, indices, untils = ''] = row.split('|');
  const offsets = offsetsText.split(' ').map((text) => Math.round(-base60(text) * 60) + 0);
  const offsetOf = (character) => offsets[base60(character)];
  let first = offsetOf(indices[0]);
  const transitions = [];
  let at = 0;
  let previous = first;
  untils
    .split(' ')
    .slice(0, indices.length - 1)
    .forEach((delta, index) => {
      at += base60(delta) * 60;
      const offset = offsetOf(indices[index + 1]);
      if (at <= 0) first = offset;
      else if (offset !== previous) transitions.push({ at: Math.round(at), offset });
      previous = offset;
    });
  return { name, first, transitions };
}

const yearOf = (seconds) => new Date(seconds * 1000).getUTCFullYear();
const yearStart = (year) => Date.UTC(year, 0, 1) / 1000;
const isLeap = (year) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
const calendarOf = (year) => `${new Date(Date.UTC(year, 0, 1)).getUTCDay()}${isLeap(year)}`;

/** The last year to list: all later years repeat the transitions of the 28 years before, by calendar. */
function cycleEnd(transitions) {
  const lastYear = yearOf(transitions.at(-1).at);
  if (lastYear < FIRST_CYCLE_END) return undefined;
  const byYear = new Map();
  for (const { at, offset } of transitions) {
    const year = yearOf(at);
    byYear.set(year, [...(byYear.get(year) ?? []), `${at - yearStart(year)}:${offset}`]);
  }
  const shape = (year) => byYear.get(year)?.join() ?? '';
  for (let end = FIRST_CYCLE_END; end < lastYear; end++) {
    const shapes = new Map();
    for (let year = end - CYCLE_YEARS + 1; year <= end; year++) shapes.set(calendarOf(year), shape(year));
    let good = true;
    for (let year = end + 1; year <= lastYear && good; year++)
      good = shapes.get(calendarOf(year)) === shape(year);
    if (good) return end;
  }
  throw new Error('No 28-year cycle found: the structure of the data has changed.');
}

const steps = [];
/** Steps between transitions refer to a shared list of about 700 values, by index: two base-36 digits. */
function placeOf(step) {
  let place = steps.indexOf(step);
  if (place < 0) place = steps.push(step) - 1;
  if (place >= 36 * 36) throw new Error('Two digits are no longer enough to index every step.');
  return place.toString(36).padStart(2, '0');
}

function pack({ first, transitions }) {
  const end = transitions.length > 0 ? cycleEnd(transitions) : undefined;
  const kept = end === undefined ? transitions : transitions.filter(({ at }) => yearOf(at) <= end);
  const offsets = [...new Set([first, ...kept.map(({ offset }) => offset)])];
  const which = kept.map(({ offset }) => offsets.indexOf(offset).toString(36)).join('');
  const places = kept.map(({ at }, index) => placeOf(at - (kept[index - 1]?.at ?? 0))).join('');
  return [offsets.map((offset) => offset.toString(36)).join(' '), which, places, end ?? ''].join('|');
}

const today = new Set(packed.countries.flatMap((country) => country.split('|')[1].split(' ')).concat('UTC'));
const links = packed.links.map((link) => link.split('|'));
// Zones that differ only before 1970 share a row.
const rows = new Map();
for (const zone of packed.zones.map(unpack)) {
  const names = [zone.name, ...links.filter(([target]) => target === zone.name).map(([, alias]) => alias)];
  const data = pack(zone);
  rows.set(data, [...(rows.get(data) ?? []), ...names.map((name) => (today.has(name) ? name : `~${name}`))]);
}
const body = [...rows].map(([data, names]) => `${names.join(' ')}|${data}`).join('\n');

writeFileSync(
  OUTPUT,
  `/**
 * Written by \`scripts/tz-data.mjs\` from the IANA tz database ${packed.version} as moment-timezone compiles it
 * (MIT; the database itself is in the public domain). Not edited by hand.
 */

/** The release of the IANA tz database that the zones come from. */
export const TZDATA_VERSION = '${packed.version}';

/** The seconds that pass between one change of offset and the next (or from 1970 to the first), in base 36. */
export const STEPS = \`
${steps
  .map((step) => step.toString(36))
  .join(' ')
  .replace(/(.{1,100}) /g, '$1\n')}
\`;

/**
 * One line for each set of zones that have agreed since 1970: \`names|offsets|which|steps|cycle\`.
 * A name of former days has a \`~\`. Offsets are seconds east of Greenwich in base 36, the first one that of
 * 1970-01-01. \`which\` has one base-36 digit for each change: the offset from then on. \`steps\` has two for each:
 * the place in STEPS. \`cycle\` is the last listed year of a zone whose changes go on: a later year has the changes
 * of the year with the same calendar among the 28 up to it.
 */
export const ZONE_ROWS = \`
${body}
\`;
`,
);
console.log(`${packed.version}: ${rows.size} rows, ${body.length} characters`);
