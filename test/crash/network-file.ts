import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Delivered,
  NetworkAdapter,
  OutgoingPart,
  SoughtPost,
} from '../../src/backend/networks/adapter.js';
import { ConnectionFailed } from '../../src/backend/networks/wire.js';
import type { Platform } from '../../src/contract/platforms.js';

type Sent = SoughtPost | OutgoingPart;

/** How the truth is found after a crash, by platform: one of each kind. */
export const RECOVERY: Readonly<Partial<Record<Platform, NetworkAdapter['recovery']>>> = {
  bluesky: 'key',
  x: 'lookup',
  threads: 'lookup',
  linkedin: 'none',
};

/** The network that has something to prepare before it publishes. */
const PREPARES: Platform = 'threads';

/**
 * Networks outside the publishers, which live on when those are killed: every request that reached them is a
 * line of a file, `<platform> <key>` for each post or part that readers see.
 */
export class NetworkFile {
  readonly #file: string;
  readonly #delay: number;
  #loses: string | null;

  /**
   * @param delay how long it takes to act, and then again to answer, in milliseconds: where most kills hit
   * @param loses the first request with this key never arrives, and its sender cannot tell
   */
  constructor(file: string, delay = 0, loses: string | null = null) {
    this.#file = file;
    this.#delay = delay;
    this.#loses = loses;
  }

  adapterOf(platform: Platform): NetworkAdapter {
    const recovery = RECOVERY[platform] ?? 'none';
    const create = (sent: Sent) => this.#create(platform, recovery, sent);
    const find = async (sent: Sent) => (this.#has(platform, sent.key) ? delivered(sent) : null);
    return {
      platform,
      recovery,
      ...(platform === PREPARES && {
        prepare: async (_, post) => ({ container: `container of ${post.key}` }),
      }),
      create: (_, post) => create(post),
      createPart: (_, part) => create(part),
      ...(recovery === 'lookup' && {
        find: (_, post) => find(post),
        findPart: (_, part) => find(part),
      }),
      checkToken: async () => ({ status: 'healthy', reason: null, action: null, expiresAt: null }),
    };
  }

  /** How often readers see each post and each part, by `<platform> <key>`. */
  seen(): ReadonlyMap<string, number> {
    const seen = new Map<string, number>();
    for (const line of this.#lines()) {
      seen.set(line, (seen.get(line) ?? 0) + 1);
    }
    return seen;
  }

  async #create(platform: Platform, recovery: NetworkAdapter['recovery'], sent: Sent): Promise<Delivered> {
    await sleep(this.#delay);
    if (sent.key === this.#loses) {
      this.#loses = null;
      throw new ConnectionFailed('reset', true);
    }
    // One append of one short line is whole or not there at all.
    const repeat = recovery === 'key' && this.#has(platform, sent.key);
    if (!repeat) appendFileSync(this.#file, `${platform} ${sent.key}\n`);
    await sleep(this.#delay);
    return delivered(sent);
  }

  #has(platform: Platform, key: string): boolean {
    return this.#lines().includes(`${platform} ${key}`);
  }

  #lines(): string[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
  }
}

function delivered(sent: Sent): Delivered {
  return { networkPostId: sent.key, url: `http://network.example/${sent.key}`, adopted: false };
}
