import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSlotId, slotIdOf } from './slot-id.js';

const DAY = 24 * 60 * 60_000;

describe('the id of a slot', () => {
  it('contains the schedule, the local day and the position in the window', () => {
    const id = slotIdOf({ schedule: '01k9x3m5t7v9b2c4d6f8g0h1jk', day: Date.UTC(2026, 11, 1), index: 2 });
    expect(id).toBe('slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_2');
  });

  it('is parsed back to its parts', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-z]{26}$/),
        fc.integer({ min: 0, max: 50_000 }),
        fc.nat(47),
        (schedule, day, index) => {
          const name = { schedule, day: day * DAY, index };
          expect(readSlotId(slotIdOf(name))).toEqual(name);
        },
      ),
    );
  });

  it.each([
    '',
    'slot_',
    'slot_abc_20260230_0',
    'post_abc_20261201_0',
    'slot_abc_20261201',
    'slot_a-b_20261201_0',
  ])('is not %j', (text) => {
    expect(readSlotId(text)).toBeUndefined();
  });
});
