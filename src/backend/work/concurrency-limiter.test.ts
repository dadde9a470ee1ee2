import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

const KEYS = ['bluesky', 'mastodon', 'x'];
const OTHERS = ['bluesky', 'mastodon'];

describe('a concurrency limiter', () => {
  const limiterWith = (key: string, acquired: number): ConcurrencyLimiter => {
    const limiter = new ConcurrencyLimiter(1_000);
    for (let count = 0; count < acquired; count += 1) limiter.acquire(key);
    return limiter;
  };

  it('offers all keys to one claim while few slots are acquired', () => {
    expect(limiterWith('x', 10).widest(KEYS)).toEqual({ keys: KEYS, free: 990 });
  });

  it('leaves a key with few free slots to a claim of its own', () => {
    const limiter = limiterWith('x', 990);
    expect(limiter.widest(KEYS)).toEqual({ keys: OTHERS, free: 1_000 });
    expect(limiter.widest(['x'])).toEqual({ keys: ['x'], free: 10 });
    expect(limiter.widest([])).toBeNull();
  });

  it('offers nothing for a key without free slots until one is released', () => {
    const limiter = limiterWith('x', 1_000);
    expect(limiter.free('x')).toBe(0);
    expect(limiter.widest(['x'])).toBeNull();
    expect(limiter.release('x')).toBe(true);
    expect(limiter.release('x')).toBe(false);
    expect(limiter.widest(['x'])).toEqual({ keys: ['x'], free: 2 });
  });
});
