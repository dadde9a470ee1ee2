import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_SLEEP_MS, WakeLoop } from './wake-loop.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a wake loop', () => {
  it('looks once more, and only once, for all wakes during a look', async () => {
    let looks = 0;
    const loop = new WakeLoop({
      look: async () => {
        looks += 1;
        if (looks === 1) for (let wakes = 0; wakes < 3; wakes += 1) loop.wake();
        return null;
      },
      onError: () => undefined,
    });
    await loop.run();
    expect(looks).toBe(2);
    await loop.stop();
  });

  it('sleeps as long as a look says, but never longer than its maximum', async () => {
    const sleeps = [200, 60_000];
    const look = vi.fn(async () => sleeps.shift() ?? null);
    const loop = new WakeLoop({ look, onError: () => undefined });
    await loop.run();
    await vi.advanceTimersByTimeAsync(199);
    expect(look).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(look).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(MAX_SLEEP_MS);
    expect(look).toHaveBeenCalledTimes(3);
    await loop.stop();
  });

  it('reports a look that fails, and looks again later', async () => {
    const errors: unknown[] = [];
    const look = vi.fn(async (): Promise<number | null> => {
      throw new Error('the database is away');
    });
    const loop = new WakeLoop({ look, onError: (error) => errors.push(error) });
    await loop.run();
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(MAX_SLEEP_MS);
    expect(look).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  it('looks no more once it is stopped', async () => {
    const look = vi.fn(async () => 1);
    const loop = new WakeLoop({ look, onError: () => undefined });
    await loop.run();
    await loop.stop();
    loop.wake();
    await vi.advanceTimersByTimeAsync(MAX_SLEEP_MS);
    expect(look).toHaveBeenCalledTimes(1);
  });
});
