import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DELIVERY_STEPS } from '../../src/backend/domain/publishing/delivery.js';
import { CrashHarness } from '../crash/crash-harness.js';
import { crashTest } from '../crash/crash-test.js';
import { killedAhead, killedAt, stoppedAt, WAY_TO } from '../crash/killed-at.js';
import { STORES } from '../support/processes/both-stores.js';

const ROOT = join(import.meta.dirname, '../..');
const LEFT_ALONE = join(ROOT, 'test/crash/left-alone.ts');

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process.
    return false;
  }
}

const WAYS = DELIVERY_STEPS.flatMap((step) =>
  WAY_TO[step].platforms.map((platform) => [step, platform] as const),
);
const CAN_TELL = WAYS.filter(([, platform]) => platform !== 'linkedin');
const CANNOT_TELL = WAYS.filter(([, platform]) => platform === 'linkedin');

describe('a test publisher process', () => {
  it('exits with its parent, even if the parent is killed', async () => {
    const starter = spawn(process.execPath, ['--import', 'tsx', LEFT_ALONE], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [said] = await once(starter.stdout, 'data');
      const { pid, folder }: { pid: number; folder: string } = JSON.parse(String(said));
      expect(isThere(pid)).toBe(true);
      starter.kill('SIGKILL');
      await expect.poll(() => isThere(pid), { timeout: 10_000 }).toBe(false);
      rmSync(folder, { recursive: true, force: true });
    } finally {
      starter.kill('SIGKILL');
    }
  });

  it('cannot be started after its harness is closed', async () => {
    const harness = await CrashHarness.open();
    await harness.close();
    await expect(harness.start()).rejects.toThrow('closed');
  });
});

describe('publishers killed at random', () => {
  it.each(STORES)(
    'lose nothing, publish nothing twice, and resolve every outcome that a network can report, over %s',
    async (store) => {
      const counts = await crashTest({
        store,
        ...(store === 'PostgreSQL' && { outages: [2_500, 2_500] }),
        processes: 2,
        targets: 150,
        apart: 400,
        kills: 12,
        livesFor: 400,
        networkDelay: 40,
        limit: store === 'PostgreSQL' ? 240_000 : 120_000,
      });
      console.log(counts);
      expect(counts).toMatchObject({ lost: 0, twice: 0, early: 0, failed: 0, missed: 0 });
      expect(counts.unknown['key'] ?? 0).toBe(0);
      expect(counts.unknown['lookup'] ?? 0).toBe(0);
      expect(counts.kills).toBeGreaterThan(0);
    },
  );
});

describe('a publisher', () => {
  const whole = { status: 'published', parts: ['published', 'published'], seen: [1, 1, 1] };

  it.each(CAN_TELL)(
    'killed at "%s" on %s leaves nothing that does not recover automatically',
    async (step, platform) => {
      expect(await killedAt(step, platform)).toEqual(whole);
    },
  );

  it.each([
    ['claimed', 'linkedin'],
    ['claimed', 'x'],
    ['prepared', 'threads'],
    ['marked', 'threads'],
    ['marked', 'bluesky'],
  ] as const)(
    'killed at "%s" on %s before the time of a post leaves nothing that does not recover automatically',
    async (step, platform) => {
      const outcome = await killedAhead(step, platform);
      expect(outcome).toEqual({ ...whole, killedAhead: true, early: false });
    },
  );

  it.each(CAN_TELL)(
    'suspended at "%s" on %s for longer than its lease sends nothing after it resumes',
    async (step, platform) => {
      expect(await stoppedAt(step, platform)).toEqual(whole);
    },
  );
});

describe('a publisher on a network without any recovery', () => {
  it.each(CANNOT_TELL)('killed at "%s" sends nothing twice', async (step, platform) => {
    const { status, parts, seen } = await killedAt(step, platform);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
    expect(['published', 'unknown']).toContain(status);
    if (status === 'published') expect(seen[0]).toBe(1);
    for (const [index, part] of parts.entries()) if (part === 'published') expect(seen[index + 1]).toBe(1);
  });

  it.each(CANNOT_TELL)(
    'suspended at "%s" for longer than its lease sends nothing after it resumes',
    async (step, platform) => {
      expect(Math.max(...(await stoppedAt(step, platform)).seen)).toBeLessThanOrEqual(1);
    },
  );
});
