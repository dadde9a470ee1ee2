import { PLATFORMS, type Platform } from '../../contract/platforms.js';

/** Networks, each of which has at least so many places left: of whatever is due for them, so many can be begun. */
export interface Room {
  readonly networks: readonly Platform[];
  readonly places: number;
}

/**
 * The pieces of work that one process does at a time. Each network has places of its own, so that one that takes
 * requests and never answers holds up nobody but itself.
 */
export class Places {
  readonly #each: number;
  readonly #taken = new Map<Platform, number>();

  /** @param each how many each network has */
  constructor(each: number) {
    this.#each = each;
  }

  take(network: Platform): void {
    this.#taken.set(network, this.#takenBy(network) + 1);
  }

  /** @returns whether the network had none left before */
  giveBack(network: Platform): boolean {
    const wasFull = this.#left(network) <= 0;
    this.#taken.set(network, this.#takenBy(network) - 1);
    return wasFull;
  }

  /** The networks that have none left. */
  full(): readonly Platform[] {
    return PLATFORMS.filter((network) => this.#left(network) <= 0);
  }

  /**
   * Where most can be begun with one claim: without those that have few places left, of which a claim could take no
   * more than the fewest.
   *
   * @param besides networks that are left out
   */
  widestRoom(besides: ReadonlySet<Platform>): Room | null {
    const open = PLATFORMS.filter((network) => !besides.has(network) && this.#left(network) > 0);
    if (open.length === 0) return null;
    const most = Math.max(...open.map((network) => this.#left(network)));
    const networks = open.filter((network) => this.#left(network) >= most / 2);
    return { networks, places: Math.min(...networks.map((network) => this.#left(network))) };
  }

  #left(network: Platform): number {
    return this.#each - this.#takenBy(network);
  }

  #takenBy(network: Platform): number {
    return this.#taken.get(network) ?? 0;
  }
}
