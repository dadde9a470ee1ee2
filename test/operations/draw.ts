import { type Random, seededRandom } from '../../src/backend/base/random.js';

/** Seeded choices: the same seed chooses the same. */
export class Draw {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    // The first numbers of neighbouring seeds are close to each other.
    for (let skipped = 0; skipped < 8; skipped += 1) this.#random();
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const index = this.between(0, items.length - 1);
    const [item] = items.slice(index, index + 1);
    if (item === undefined && index >= items.length) throw new RangeError('There is nothing to pick from.');
    return item as Item;
  }

  /** One of the items; undefined if there are none. */
  pickAny<Item>(items: readonly Item[]): Item | undefined {
    return items[this.between(0, items.length - 1)];
  }
}
