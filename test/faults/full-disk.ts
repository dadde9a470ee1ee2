import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashHarness } from '../crash/crash-harness.js';
import { Callers, timesOf } from './callers.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';
import { mixedTargets } from './mixed-targets.js';
import { SmallDisk } from './small-disk.js';

const EMBEDDED = 'the embedded database';
const DISK_MB = 24;
const SETTLED_WITHIN = 60_000;
const EVERY_MS = 100;

/** Publishers run on a disk that is full for a while. The networks are elsewhere and keep answering. */
export async function fullUnderPublishers(kept: Kept, lasts: number): Promise<FaultRow | null> {
  const disk = smallDisk(kept);
  if (!disk) return null;
  const harness = kept.closing(
    await CrashHarness.open(EMBEDDED, { networkDelay: 100, dataFolder: disk.folder }),
  );
  const publishers = await Promise.all([harness.start(), harness.start()]);
  const before = 2_000;
  const targets = mixedTargets(Math.round((before + lasts) / 25));
  await harness.addDue(targets.map((target, index) => ({ ...target, dueIn: 25 * index })));
  await sleep(before);
  disk.fill();
  await sleep(1_500);
  const heldBack = await harness.unsettled();
  await sleep(lasts - 1_500);
  const stillHeldBack = await harness.unsettled();
  disk.free();
  await harness.settledOrNot(SETTLED_WITHIN);
  const counts = await countOutcomes(harness);
  return rowOf(`the disk of two publishers is full for ${lasts / 1_000} s`, EMBEDDED, counts, {
    wrong: publishers.every(({ lives }) => lives) ? [] : ['a publisher ended'],
    seen: `${heldBack - stillHeldBack} targets were settled in the last ${(lasts - 1_500) / 1_000} s, and the other ${stillHeldBack} once there was space`,
  });
}

/** The networks of the real program, which are on the full disk as well; each of them can be asked afterwards. */
const PLATFORMS: readonly Platform[] = ['x', 'bluesky', 'mastodon', 'facebook'];
const PICTURE = join(import.meta.dirname, '../fixtures/media/photo.png');

/** The real program, its data and its simulated networks run on a disk that is full for a while. */
export async function fullUnderTheService(kept: Kept, lasts: number): Promise<FaultRow | null> {
  const disk = smallDisk(kept);
  if (!disk) return null;
  const callers = kept.closing(await Callers.start(['--data', disk.folder]));
  for (let number = 0; number < lasts / 100; number += 1) {
    await callers.create(platformOf(number), `Scheduled ${number}`, 3_000 + 100 * number);
  }
  disk.fill();
  const uploads: string[] = [];
  const picture = new Uint8Array(readFileSync(PICTURE));
  const isOver = sleep(lasts).then(() => true);
  for (let number = 0; ; number += 1) {
    await callers.create(platformOf(number), `Asked for ${number}`, null);
    if (number % 10 === 0) uploads.push(await callers.upload(picture, 'photo.png'));
    if (await Promise.race([isOver, sleep(EVERY_MS).then(() => false)])) break;
  }
  const wellMeanwhile = await callers.isWell();
  disk.free();
  await callers.repeatRefused(SETTLED_WITHIN);
  const uploaded = await callers.upload(picture, 'photo.png');
  const outcome = await outcomeOf(callers);
  const refused = [...timesOf(uploads)].map(([answer, times]) => `${answer} (${times})`).join(', ');
  return {
    fault: `the disk of the whole service is full for ${lasts / 1_000} s`,
    store: EMBEDDED,
    ...outcome,
    wrong: [
      ...callers.unclear,
      ...(await callers.createdWrongly()),
      ...(wellMeanwhile ? [] : ['the service did not respond during the fault']),
      ...(uploaded === '201' ? [] : [`an upload failed afterwards: ${uploaded}`]),
      ...uploads
        .filter((answer) => !/^(201|503 unavailable)$/.test(answer))
        .map((answer) => `an upload: ${answer}`),
      ...outcome.wrong,
    ],
    seen: `responses: ${callers.answers}; to uploads: ${refused}; afterwards always 201`,
  };
}

type Outcome = Pick<FaultRow, 'sent' | 'lost' | 'twice' | 'unknown' | 'wrong'>;

/** Compares what readers of the simulated networks see with what the API says, once nothing is in progress. */
async function outcomeOf(callers: Callers): Promise<Outcome> {
  const giveUpAt = performance.now() + SETTLED_WITHIN;
  let posts = await callers.posts();
  while (posts.some(({ status }) => UNDER_WAY.includes(status)) && performance.now() < giveUpAt) {
    await sleep(500);
    posts = await callers.posts();
  }
  const seen = timesOf((await callers.outbox()).map(({ text }) => text));
  const others = posts.filter(({ status }) => status !== 'published' && status !== 'unknown');
  return {
    sent: callers.wanted,
    lost:
      posts.filter(({ text, status }) => status === 'published' && !seen.has(text)).length + others.length,
    twice: [...seen.values()].filter((times) => times > 1).length,
    unknown: posts.filter(({ status }) => status === 'unknown').length,
    wrong: posts.some(({ status }) => status === 'unknown')
      ? ['some are unknown at networks that can be checked']
      : [],
  };
}

const UNDER_WAY: readonly string[] = ['scheduled', 'queued', 'publishing'];

function smallDisk(kept: Kept): SmallDisk | null {
  const disk = SmallDisk.make(DISK_MB);
  if (disk) kept.closing({ close: async () => disk.remove() });
  return disk;
}

function platformOf(number: number): Platform {
  return PLATFORMS[number % PLATFORMS.length] ?? 'x';
}
