import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blackHole } from '../faults/black-hole.js';
import { clockJumps } from '../faults/clock-jumps.js';
import type { FaultRow } from '../faults/fault-row.js';
import { fullUnderPublishers, fullUnderTheService } from '../faults/full-disk.js';
import { Kept } from '../faults/kept.js';

/** Shorter than `npm run test:faults`. */
const FULL_FOR_MS = 3_000;

let kept: Kept;

beforeEach(() => {
  kept = new Kept();
});

afterEach(() => kept.closeAll());

const right = { lost: 0, twice: 0, wrong: [] };

describe('nothing is lost and nothing published twice', () => {
  const onSmallDisk: readonly (readonly [string, () => Promise<FaultRow | null>])[] = [
    ['publishers', () => fullUnderPublishers(kept, FULL_FOR_MS)],
    ['the whole service', () => fullUnderTheService(kept, FULL_FOR_MS)],
  ];
  it.each(onSmallDisk)('while the disk is full, under %s', async (_, run) => {
    const row = await run();
    // Only root may mount a small disk.
    if (row === null) expect(process.platform === 'linux' && process.getuid?.() === 0).toBe(false);
    else expect(row).toMatchObject(right);
  });

  it('when the wall clock jumps forward and back by an hour', async () => {
    expect(await clockJumps(kept, 'the embedded database', 'on')).toMatchObject(right);
  });

  it('when networks accept requests and never respond; posts on other networks are on time', async () => {
    expect(await blackHole(kept, 'the embedded database')).toMatchObject(right);
  });
});
