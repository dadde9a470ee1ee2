import { describe, expect, it } from 'vitest';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { Places } from './concurrency-limiter.js';

describe('places', () => {
  const taken = (network: Platform, count: number): Places => {
    const places = new Places(1_000);
    for (let one = 0; one < count; one += 1) places.take(network);
    return places;
  };
  const none: ReadonlySet<Platform> = new Set();

  it('are all there for one claim where little is under way', () => {
    expect(taken('x', 10).widestRoom(none)).toEqual({ networks: PLATFORMS, places: 990 });
  });

  it('of a network that has few left do not make claims for the others small', () => {
    const places = taken('x', 990);
    const others = PLATFORMS.filter((network) => network !== 'x');
    expect(places.widestRoom(none)).toEqual({ networks: others, places: 1_000 });
    expect(places.widestRoom(new Set(others))).toEqual({ networks: ['x'], places: 10 });
    expect(places.widestRoom(new Set(PLATFORMS))).toBeNull();
  });

  it('that are all taken leave no room, until one is given back', () => {
    const places = taken('x', 1_000);
    expect(places.full()).toEqual(['x']);
    expect(places.widestRoom(new Set(PLATFORMS.filter((network) => network !== 'x')))).toBeNull();
    expect(places.giveBack('x')).toBe(true);
    expect(places.giveBack('x')).toBe(false);
    expect(places.full()).toEqual([]);
  });
});
