import { machineName } from '../../bench/machine.js';
import { tableOf, writeMeasured, writtenRows } from '../../bench/written-down.js';
import { blackHole } from './black-hole.js';
import { clockJumps } from './clock-jumps.js';
import { databaseAway } from './database-away.js';
import { type FaultRow, isRight } from './fault-row.js';
import { fullUnderPublishers, fullUnderTheService } from './full-disk.js';
import { Kept } from './kept.js';
import { stoppedPublishers } from './stopped-publishers.js';

/**
 * Runs the faults one after another while posts are due, and counts what is lost, published twice or unknown.
 * `--write` writes the table to docs/measured.md. Further arguments select the faults whose names contain one of them;
 * then only those rows are rewritten.
 */
const FAULTS: Readonly<Record<string, (kept: Kept) => Promise<FaultRow | null>>> = {
  'database-away': (kept) => databaseAway(kept, 30_000),
  'full-disk-publishers': (kept) => fullUnderPublishers(kept, 8_000),
  'full-disk-service': (kept) => fullUnderTheService(kept, 10_000),
  'clock-on-embedded': (kept) => clockJumps(kept, 'the embedded database', 'on'),
  'clock-on-postgres': (kept) => clockJumps(kept, 'PostgreSQL', 'on'),
  'clock-back-embedded': (kept) => clockJumps(kept, 'the embedded database', 'back'),
  'clock-back-postgres': (kept) => clockJumps(kept, 'PostgreSQL', 'back'),
  'black-hole-embedded': (kept) => blackHole(kept, 'the embedded database'),
  'black-hole-postgres': (kept) => blackHole(kept, 'PostgreSQL'),
  'stopped-embedded': (kept) => stoppedPublishers(kept, 'the embedded database'),
  'stopped-postgres': (kept) => stoppedPublishers(kept, 'PostgreSQL'),
};

/**
 * The time limit of one fault, in milliseconds. A process that is suspended during a commit keeps the lock of the
 * embedded database until it is resumed: at each of ten steps that may take half a minute.
 */
const LIMIT_MS = 8 * 60_000;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = Object.entries(FAULTS).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
const rows: FaultRow[] = [];
for (const [name, run] of chosen) {
  const begun = performance.now();
  const row = await within(LIMIT_MS, run).catch((error: unknown) => {
    console.error(`✗ ${name}:`, error);
    return undefined;
  });
  if (row === undefined) {
    process.exitCode = 1;
    continue;
  }
  const took = `${Math.round((performance.now() - begun) / 1_000)} s`;
  if (row === null) {
    console.error(`${name}: not possible here (a small disk takes Linux, and root)`);
    process.exitCode = 1;
    continue;
  }
  rows.push(row);
  const { lost, twice, unknown, sent, wrong, seen } = row;
  const counted = `${sent} sent, ${lost} lost, ${twice} twice, ${unknown} unknown`;
  console.log(`${isRight(row) ? '✓' : '✗'} ${name}, ${took}: ${counted}; ${[...wrong, seen].join('; ')}`);
  if (!isRight(row)) process.exitCode = 1;
}
if (process.argv.includes('--write')) {
  const head = ['fault', 'store', 'posts and parts', 'lost', 'twice', 'unknown', 'observed'];
  const cells = rows.map(({ fault, store, sent, lost, twice, unknown, seen }) => {
    return [fault, store, sent, lost, twice, unknown, seen].map(String);
  });
  const kept = chosen.length < Object.keys(FAULTS).length ? writtenRows('faults-table') : [];
  const others = kept.filter(([fault, store]) => !cells.some((row) => row[0] === fault && row[1] === store));
  writeMeasured('faults-table', `${machineName()}.\n\n${tableOf([head, ...others, ...cells])}`);
}

/** @throws if it takes longer than this many milliseconds; what it has opened is closed in any case */
async function within(
  limit: number,
  run: (kept: Kept) => Promise<FaultRow | null>,
): Promise<FaultRow | null> {
  const kept = new Kept();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limit / 1_000} s.`)), limit);
  });
  try {
    return await Promise.race([run(kept), over]);
  } finally {
    clearTimeout(timer);
    await kept.closeAll();
  }
}
