/** Random numbers in [0, 1), like `Math.random`. */
export type Random = () => number;

/** The largest seed. */
export const MAX_SEED = 2_147_483_646;

/**
 * The Park–Miller generator: the same seed yields the same numbers.
 *
 * @param seed a whole number from 1 to {@link MAX_SEED}
 */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
