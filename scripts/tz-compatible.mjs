/**
 * Writes `test/fixtures/time/compatible.json`: how Temporal's `compatible` resolves local times around every clock
 * change in 2026-2030, for zones whose rules have not changed since the runtime's zone data was released.
 *
 *   npm install --no-save temporal-polyfill
 *   node scripts/tz-compatible.mjs node_modules/temporal-polyfill/index.js
 *
 * It includes Apia's skipped day, 2011-12-30.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const OUTPUT = new URL('../test/fixtures/time/compatible.json', import.meta.url);
const ZONES = [
  'Africa/Cairo',
  'America/Los_Angeles',
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/London',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
const STEPS_MINUTES = [-60, -30, -1, 0, 1, 30, 60];

const path = process.argv[2];
if (path === undefined) throw new Error('Pass the path of the Temporal module as the argument.');
const { Temporal } = await import(pathToFileURL(path).href);

/** By zone: local times and their instants. */
const cases = {};
function add(wall, zone) {
  const instant = wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
  cases[zone] ??= {};
  cases[zone][wall.toString({ smallestUnit: 'minute' })] = instant.toString({ smallestUnit: 'minute' });
}

for (const zone of ZONES) {
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.year > 2030) break;
    const before = next.subtract({ nanoseconds: 1 });
    for (const edge of [before.toPlainDateTime().add({ nanoseconds: 1 }), next.toPlainDateTime()]) {
      for (const minutes of STEPS_MINUTES) add(edge.add({ minutes }), zone);
    }
    at = next;
  }
}
for (const hour of [0, 10, 23])
  add(Temporal.PlainDateTime.from({ year: 2011, month: 12, day: 30, hour }), 'Pacific/Apia');

writeFileSync(OUTPUT, `${JSON.stringify(cases, undefined, 1)}\n`);
console.log(`${Object.values(cases).flatMap(Object.keys).length} cases`);
