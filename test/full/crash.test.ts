import { describe, expect, it } from 'vitest';
import { DELIVERY_STEPS, type DeliveryStep } from '../../src/backend/publishing/delivery-ports.js';
import { crashTest } from '../crash/crash-test.js';
import { killedAt, stoppedAt } from '../crash/killed-at.js';

/** Steps that come only after something was looked up: a first delivery does not reach them. */
const AFTER_DOUBT: readonly DeliveryStep[] = ['looked_up', 'part_looked_up', 'prepared'];
const STEPS = DELIVERY_STEPS.filter((step) => !AFTER_DOUBT.includes(step));

describe('publishers that are killed at random', () => {
  it('lose nothing, publish nothing twice, and know what became of everything that can be asked for', async () => {
    const counts = await crashTest({
      processes: 2,
      targets: 150,
      kills: 12,
      livesFor: 400,
      networkDelay: 40,
      limit: 120_000,
    });
    console.log(counts);
    expect(counts).toMatchObject({ lost: 0, twice: 0, failed: 0 });
    expect(counts.unknown['key'] ?? 0).toBe(0);
    expect(counts.unknown['lookup'] ?? 0).toBe(0);
    expect(counts.kills).toBeGreaterThan(0);
  });
});

describe.each(['bluesky', 'x'] as const)('a publisher on %s', (platform) => {
  const whole = { status: 'published', parts: ['published', 'published'], seen: [1, 1, 1] };

  it.each(STEPS)('that is killed at "%s" leaves nothing that does not mend by itself', async (step) => {
    expect(await killedAt(step, platform)).toEqual(whole);
  });

  it.each(STEPS)(
    'that is stopped at "%s" for longer than its lease sends nothing on waking',
    async (step) => {
      expect(await stoppedAt(step, platform)).toEqual(whole);
    },
  );
});

describe('a publisher on a network that can tell nothing', () => {
  it.each(STEPS)('that is killed at "%s" leaves nothing that is sent twice', async (step) => {
    const { status, parts, seen } = await killedAt(step, 'linkedin');
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
    expect(['published', 'unknown']).toContain(status);
    if (status === 'published') expect(seen[0]).toBe(1);
    for (const [index, part] of parts.entries()) if (part === 'published') expect(seen[index + 1]).toBe(1);
  });

  it.each(STEPS)(
    'that is stopped at "%s" for longer than its lease sends nothing on waking',
    async (step) => {
      expect(Math.max(...(await stoppedAt(step, 'linkedin')).seen)).toBeLessThanOrEqual(1);
    },
  );
});
