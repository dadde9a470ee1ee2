/**
 * Writes `test/fixtures/time/transitions.json`: the output of `zdump` for every zone in 2026-2030, from the IANA source
 * compiled with `zic`, and so independent of the data and the code of the product.
 *
 *   node scripts/tz-fixtures.mjs <tzdata.zi>
 *
 * `tzdata.zi` is in every tz release (https://data.iana.org/time-zones/releases/), in Debian's package `tzdata` under
 * `/usr/share/zoneinfo/`, and in the package `tzdata` on PyPI under `tzdata/zoneinfo/`. Use the release of the product
 * (`TZDATA_VERSION`), because the tests compare with it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OUTPUT = new URL('../test/fixtures/time/transitions.json', import.meta.url);
const YEARS = '2026,2031';

const source = process.argv[2];
if (source === undefined) throw new Error('Pass the path of tzdata.zi as the argument.');
const lines = readFileSync(source, 'utf8').split('\n');
const version = /^# version (\S+)/.exec(lines[0] ?? '')?.[1];
const names = lines.flatMap((line) => /^(?:Z|L \S+) (\S+)/.exec(line)?.[1] ?? []).sort();

const folder = mkdtempSync(join(tmpdir(), 'tz-fixtures-'));
const zones = new Map();
try {
  execFileSync('zic', ['-b', 'fat', '-d', folder, source]);
  for (const name of names) {
    const dump = execFileSync('zdump', ['-v', '-c', YEARS, join(folder, name)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
    });
    const key = JSON.stringify(changes(dump, name));
    zones.set(key, [...(zones.get(key) ?? []), name]);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** `[offset at the start of 2026, [instant, offset from then on], …]`: ISO instants, offsets in seconds. */
function changes(dump, name) {
  const found = [];
  let offset;
  for (const line of dump.split('\n')) {
    const match = /\s(\w{3} \w{3} [ \d]\d \S+ \d{4}) UTC? = .* gmtoff=(-?\d+)/.exec(line);
    if (!match) continue;
    const next = Number(match[2]);
    if (offset !== undefined && next !== offset)
      found.push([new Date(`${match[1]} UTC`).toISOString(), next]);
    offset = next;
  }
  return [found.length > 0 ? startOffset(dump) : steadyOffset(name), ...found];
}

function startOffset(dump) {
  return Number(/gmtoff=(-?\d+)/.exec(dump)[1]);
}

/** The offset of a zone without changes in these years, for which `zdump -v` prints no line. */
function steadyOffset(name) {
  const shown = execFileSync('date', ['-d', '2028-06-15 12:00 UTC', '+%::z'], {
    encoding: 'utf8',
    env: { TZ: join(folder, name) },
  });
  const [hours, minutes, seconds] = shown.trim().slice(1).split(':').map(Number);
  return (shown.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

const body = [...zones].map(([key, members]) => `    [${JSON.stringify(members)}, ${key}]`).join(',\n');
writeFileSync(OUTPUT, `{\n  "version": ${JSON.stringify(version)},\n  "zones": [\n${body}\n  ]\n}\n`);
console.log(`${version}: ${names.length} names, ${zones.size} different`);
