import { crashTest } from './crash-test.js';

/**
 * The large crash test: four publishers on one database, two thousand due targets, two hundred kills and more.
 * With `postgres`, over PostgreSQL, which crashes meanwhile and is away for 30 s.
 */
const overPostgres = process.argv[2] === 'postgres';
const counts = await crashTest({
  store: overPostgres ? 'PostgreSQL' : 'the embedded database',
  ...(overPostgres && { outages: { times: 1, lasts: 30_000 } }),
  processes: 4,
  targets: 2_000,
  kills: 220,
  livesFor: 700,
  networkDelay: 150,
  limit: 10 * 60_000,
});
const wronglyUnknown = (counts.unknown['key'] ?? 0) + (counts.unknown['lookup'] ?? 0);
console.log(JSON.stringify(counts, null, 2));
if (counts.lost > 0 || counts.twice > 0 || counts.failed > 0 || wronglyUnknown > 0) process.exitCode = 1;
