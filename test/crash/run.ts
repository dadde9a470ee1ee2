import { machineName } from '../../bench/machine.js';
import { writeMeasured } from '../../bench/written-down.js';
import { crashTest } from './crash-test.js';

/**
 * The large crash test: four publishers on one database, two thousand due targets, two hundred kills and more.
 * With `postgres`, over PostgreSQL, which crashes meanwhile and is away for 30 s. `--write` puts the counts into
 * docs/measured.md.
 */
const overPostgres = process.argv.includes('postgres');
const asked = { processes: 4, targets: 2_000 };
const counts = await crashTest({
  store: overPostgres ? 'PostgreSQL' : 'the embedded database',
  ...(overPostgres && { outages: { times: 1, lasts: 30_000 } }),
  ...asked,
  kills: 220,
  livesFor: 700,
  networkDelay: 150,
  limit: 10 * 60_000,
});
if (process.argv.includes('--write')) {
  const rows = [
    ['processes', asked.processes],
    ['targets', asked.targets],
    ['kills', counts.kills],
    ...(overPostgres ? [['times the database was away for 30 s', 1]] : []),
    ['lost', counts.lost],
    ['twice', counts.twice],
    ['failed', counts.failed],
    ['unknown, at networks that take a key', counts.unknown['key'] ?? 0],
    ['unknown, at networks that can be searched', counts.unknown['lookup'] ?? 0],
    ['unknown, at networks that can tell nothing', counts.unknown['none'] ?? 0],
  ];
  const table = ['| counted | |', '| --- | --- |', ...rows.map(([what, count]) => `| ${what} | ${count} |`)];
  writeMeasured(
    overPostgres ? 'faults-postgres' : 'faults-embedded',
    `${overPostgres ? 'PostgreSQL' : 'The embedded database'}, ${machineName()}.\n\n${table.join('\n')}`,
  );
}
const wronglyUnknown = (counts.unknown['key'] ?? 0) + (counts.unknown['lookup'] ?? 0);
console.log(JSON.stringify(counts, null, 2));
if (counts.lost > 0 || counts.twice > 0 || counts.failed > 0 || wronglyUnknown > 0) process.exitCode = 1;
