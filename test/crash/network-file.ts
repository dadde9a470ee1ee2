import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkAdapter } from '../../src/backend/networks/adapter.js';
import type { Connection } from '../../src/backend/networks/connection.js';
import type { Delivered, OutgoingPart, SoughtPost } from '../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { ConnectionFailed } from '../../src/backend/networks/wire.js';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';

type Sent = SoughtPost | OutgoingPart;

/** How each network recovers after a crash. */
export const RECOVERY: Readonly<Partial<Record<Platform, NetworkAdapter['recovery']>>> = Object.fromEntries(
  PLATFORMS.map((platform) => [platform, NETWORKS[platform].adapter.recovery]),
);

/**
 * Networks outside the publishers, which survive when those are killed. Every request that reaches them becomes a line
 * of a file, `<platform> <key>` for each post or part that readers see.
 */
export class NetworkFile {
  readonly #file: string;
  readonly #delay: number;
  #loses: string | null;

  /**
   * @param delay how long it takes to act, and then as long again to answer, in milliseconds: most kills happen here
   * @param loses the first request with this key never arrives, and its sender does not know
   */
  constructor(file: string, delay = 0, loses: string | null = null) {
    this.#file = file;
    this.#delay = delay;
    this.#loses = loses;
  }

  adapterOf(platform: Platform): NetworkAdapter {
    const recovery = RECOVERY[platform] ?? 'none';
    const create = (sent: Sent, { signal }: Connection) => this.#create(platform, recovery, sent, signal);
    const find = async (sent: Sent, { signal }: Connection) => {
      if (this.#isHole(platform)) await never(signal);
      return this.#has(platform, sent.key) ? delivered(sent) : null;
    };
    return {
      platform,
      recovery,
      ...(NETWORKS[platform].adapter.prepare && {
        prepare: async (_, post) => ({ container: `container of ${post.key}` }),
      }),
      create: (connection, post) => create(post, connection),
      createPart: (connection, part) => create(part, connection),
      ...(recovery === 'lookup' && {
        find: (connection, post) => find(post, connection),
        findPart: (connection, part) => find(part, connection),
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

  /** When the first request with each key left its publisher, epoch milliseconds. */
  firstCalls(): ReadonlyMap<string, number> {
    const first = new Map<string, number>();
    for (const line of linesOf(this.#calls)) {
      const [key = '', at] = line.split(' ');
      if (!first.has(key)) first.set(key, Number(at));
    }
    return first;
  }

  /** From now on these networks accept every request, answer none, and post about half of them. */
  blackHole(platforms: readonly Platform[]): void {
    writeFileSync(this.#holes, platforms.join('\n'));
  }

  async #create(
    platform: Platform,
    recovery: NetworkAdapter['recovery'],
    sent: Sent,
    signal: AbortSignal,
  ): Promise<Delivered> {
    appendFileSync(this.#calls, `${sent.key} ${Date.now()}\n`);
    // Without a delay it acts before its caller can be stopped.
    if (this.#delay > 0) await sleep(this.#delay);
    if (sent.key === this.#loses) {
      this.#loses = null;
      throw new ConnectionFailed('reset', true);
    }
    // Appending one short line is atomic.
    const repeat = recovery === 'key' && this.#has(platform, sent.key);
    const isHole = this.#isHole(platform);
    if (!repeat && !(isHole && swallows(sent.key))) appendFileSync(this.#file, `${platform} ${sent.key}\n`);
    if (isHole) await never(signal);
    await sleep(this.#delay);
    return delivered(sent);
  }

  #has(platform: Platform, key: string): boolean {
    return this.#lines().includes(`${platform} ${key}`);
  }

  #lines(): string[] {
    return linesOf(this.#file);
  }

  get #calls(): string {
    return `${this.#file}.calls`;
  }

  get #holes(): string {
    return `${this.#file}.holes`;
  }

  #isHole(platform: Platform): boolean {
    return linesOf(this.#holes).includes(platform);
  }
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Whether a network that never answers does not post this either. */
function swallows(key: string): boolean {
  return (key.codePointAt(key.length - 1) ?? 0) % 2 === 0;
}

/** Waits until the caller gives up. */
function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const givenUp = (): void => reject(new ConnectionFailed('timeout', true));
    if (signal.aborted) givenUp();
    else signal.addEventListener('abort', givenUp, { once: true });
  });
}

function delivered(sent: Sent): Delivered {
  return { networkPostId: sent.key, url: `http://network.example/${sent.key}`, adopted: false };
}
