import { THOROUGH } from '../../support/thorough.js';

/** A hostile request or call. Its name is unique in its class, so that none is counted twice. */
export interface Try {
  readonly name: string;
}

const AT_ONCE = 8;

/**
 * Makes every try, a few at a time.
 *
 * @param attempt returns what is wrong about the outcome; null if it is as it should be
 * @returns what is wrong, by the name of the try
 */
export async function oddAmong<T extends Try>(
  tries: readonly T[],
  attempt: (one: T) => Promise<string | null>,
): Promise<string[]> {
  const odd: string[] = [];
  const queue = tries.values();
  const work = async (): Promise<void> => {
    for (const one of queue) {
      const wrong = await attempt(one);
      if (wrong !== null) odd.push(`${one.name}: ${wrong}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return odd;
}

/** Each of the one with each of the other. */
export function pairs<A, B>(ones: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] {
  return ones.flatMap((one) => others.map((other) => [one, other] as const));
}

/** Prime, so that the share of a product has every value of both of its factors. */
const QUICK_SHARE = 29;

/** What the quick tests make of many similar tries. The full tests make them all. */
export function someOf<T>(tries: readonly T[]): readonly T[] {
  return THOROUGH ? tries : tries.filter((_, index) => index % QUICK_SHARE === 0);
}
