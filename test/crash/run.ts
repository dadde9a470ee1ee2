import { machineName } from '../../bench/machine.js';
import { tableOf, writeMeasured } from '../../bench/written-down.js';
import { type CrashPlan, crashTest } from './crash-test.js';

/**
 * The large crash test: publishers on one database, due targets on every network, and `--kills <number>` kills (220).
 * With `postgres`, over PostgreSQL with twice as many publishers, while the database itself crashes twice.
 * `--write` writes the counts to docs/measured.md.
 */
const EMBEDDED = { store: 'the embedded database', processes: 4 } as const;
const POSTGRES = { store: 'PostgreSQL', processes: 8, outages: [30_000, 5_000] } as const;

/** Enough that some are still due when the last kill comes. */
const TARGETS_PER_KILL = 9;
const LIMIT_PER_KILL_MS = 5_000;

const overPostgres = process.argv.includes('postgres');
const kills = Number(process.argv[process.argv.indexOf('--kills') + 1]) || 220;
const plan: CrashPlan = {
  ...(overPostgres ? POSTGRES : EMBEDDED),
  targets: TARGETS_PER_KILL * kills,
  apart: 3_000,
  kills,
  livesFor: 700,
  networkDelay: 150,
  limit: Math.max(10 * 60_000, kills * LIMIT_PER_KILL_MS),
};
const counts = await crashTest(plan);
const wronglyUnknown = (counts.unknown['key'] ?? 0) + (counts.unknown['lookup'] ?? 0);

if (process.argv.includes('--write')) {
  const away = (plan.outages ?? []).map((lasts) => `${lasts / 1000} s`);
  const rows: readonly (readonly [string, number | string])[] = [
    ['publishers', plan.processes],
    ['kills', counts.kills],
    ...(overPostgres ? [['database crashes, and downtime of each', away.join(', ')] as const] : []),
    ['targets', plan.targets],
    ['posts, thread parts and first comments', sumOf(counts)],
    ['lost', counts.lost],
    ['published twice', counts.twice],
    ['sent too early', counts.early],
    ['failed or missed', counts.failed + counts.missed],
    ['unknown, networks with idempotency keys', counts.unknown['key'] ?? 0],
    ['unknown, networks with a search', counts.unknown['lookup'] ?? 0],
    ['unknown, networks with neither', counts.unknown['none'] ?? 0],
    ['seconds until all targets were settled', Math.round(counts.seconds)],
  ];
  writeMeasured(
    overPostgres ? 'faults-postgres' : 'faults-embedded',
    `${overPostgres ? 'PostgreSQL' : 'The embedded database'}, ${machineName()}.\n\n${tableOf([['counted', ''], ...rows])}`,
  );
}
console.log(JSON.stringify(counts, null, 2));
const wrong = counts.lost + counts.twice + counts.early + counts.failed + counts.missed + wronglyUnknown;
if (wrong > 0) process.exitCode = 1;

/** Everything that should have been sent. */
function sumOf({ lost, published, failed, missed, leftOut, withoutMain, unknown }: typeof counts): number {
  const notKnown = Object.values(unknown).reduce((sum, count) => sum + count, 0);
  return lost + published + failed + missed + leftOut + withoutMain + notKnown;
}
