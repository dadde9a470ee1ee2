import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashHarness } from '../crash/crash-harness.js';
import { RECOVERY } from '../crash/network-file.js';
import { Callers } from './callers.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';

const PLATFORMS = Object.keys(RECOVERY) as Platform[];
const BEFORE_MS = 5_000;
const EVERY_MS = 200;
const SETTLED_WITHIN = 60_000;

/**
 * PostgreSQL crashes and is unavailable while posts fall due and others are created through one process; two more
 * processes publish.
 *
 * @param away how long it is unavailable, in milliseconds
 */
export async function databaseAway(kept: Kept, away: number): Promise<FaultRow> {
  const harness = kept.closing(await CrashHarness.open('PostgreSQL', { networkDelay: 60 }));
  const place = ['--database-url', harness.shared.databaseUrl ?? ''];
  const callers = kept.closing(await Callers.start(place, ['--role', 'api']));
  await Promise.all([harness.start(), harness.start()]);
  // Due before, during and after the outage.
  const scheduled = Math.round((BEFORE_MS + away) / EVERY_MS);
  for (let number = 0; number < scheduled; number += 1) {
    await callers.create(platformOf(number), `Scheduled ${number}`, BEFORE_MS + 2 * number * EVERY_MS);
  }
  const lost = sleep(BEFORE_MS).then(() => harness.loseDatabase(away));
  let created = 0;
  let isBack = false;
  const creating = async (): Promise<void> => {
    for (; !isBack; created += 1) {
      await callers.create(platformOf(created), `Asked for ${created}`, null);
      await sleep(EVERY_MS);
    }
  };
  await Promise.all([creating(), lost.then(() => (isBack = true))]);
  await callers.repeatRefused(SETTLED_WITHIN);
  await harness.settledOrNot(SETTLED_WITHIN + scheduled * EVERY_MS);
  const counts = await countOutcomes(harness);
  return rowOf(`the database is down for ${away / 1_000} s`, 'PostgreSQL', counts, {
    wrong: [...callers.unclear, ...(await callers.createdWrongly())],
    seen: `responses: ${callers.answers}; each refused request was repeated with its key and created one post`,
  });
}

function platformOf(number: number): Platform {
  return PLATFORMS[number % PLATFORMS.length] ?? 'x';
}
