/** Numbers in [0, 1), as `Math.random` gives them. */
export type Random = () => number;

/** The largest seed. */
export const SEED_MAX = 2_147_483_646;

/**
 * Park and Miller's generator: the same seed, the same numbers.
 *
 * @param seed a whole number from 1 to {@link SEED_MAX}
 */
export function drawsFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
