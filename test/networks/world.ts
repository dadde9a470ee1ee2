import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STRICT_POLICY } from '../../src/backend/fetching/fetch-policy.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../src/backend/networks/adapter.js';
import type { ConnectedAccount, Connection } from '../../src/backend/networks/connection.js';
import { httpWire } from '../../src/backend/networks/http-wire/http-wire.js';
import type { OutgoingMedia, OutgoingPost } from '../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import type { Wire } from '../../src/backend/networks/wire.js';
import { VolatileMemory } from '../../src/backend/simulators/over-http/volatile-memory.js';
import { SIMULATED_NETWORKS } from '../../src/backend/simulators/registry.js';
import { simulatedWire } from '../../src/backend/simulators/simulated-wire.js';
import type { TargetContent } from '../../src/networks/content.js';
import { FilesForTests } from '../support/networks/network-files.js';
import { START } from '../support/networks/network-scene.js';
import { Recorder } from './compare.js';

/** Milliseconds of one call to a server. */
const CALL_MS = 20_000;
const PHOTO = readFileSync(join(import.meta.dirname, '../fixtures/media/photo.png'));

/** What a step led to: what it returned, or the error with the network's own answer. */
export type Outcome =
  | { readonly returned: unknown }
  | { readonly refused: string; readonly status: number | null; readonly error: string | null };

/** A network, real or simulated, on which the same steps are taken. */
export class World {
  readonly recorder = new Recorder();
  readonly outcomes = new Map<string, Outcome>();
  readonly #wire: Wire;
  #clock: () => number;
  #pause: ((milliseconds: number) => Promise<void>) | null;

  private constructor(
    wire: Wire,
    clock: () => number,
    pause: ((milliseconds: number) => Promise<void>) | null,
  ) {
    this.#wire = this.recorder.over(wire);
    this.#clock = clock;
    this.#pause = pause;
  }

  static real(origin: string): World {
    const wire = httpWire({
      origin,
      webUrl: origin,
      trustedHosts: [],
      credentials: () => ({}),
      policy: STRICT_POLICY,
      allowLoopback: true,
    });
    return new World(wire, Date.now, null);
  }

  static simulated(accounts: readonly ConnectedAccount[]): World {
    const [first] = accounts;
    if (first === undefined) throw new Error('A simulated network needs an account.');
    const { platform } = first;
    const memory = new VolatileMemory(
      accounts.map(({ credentials, ...account }) => ({
        ...account,
        accessToken: credentials['accessToken'] ?? '',
        ...(credentials['refreshToken'] && { refreshToken: credentials['refreshToken'] }),
      })),
    );
    let now = START;
    let seed = 7;
    const pause = async (milliseconds: number) => {
      now += milliseconds;
    };
    const wire = simulatedWire(SIMULATED_NETWORKS[platform].simulator, {
      memory,
      files: new FilesForTests(),
      get now() {
        return now;
      },
      webUrl: `http://127.0.0.1:4747/network/${platform}`,
      // Park–Miller generator: the same ids on each run.
      random: () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      },
      pause,
    });
    return new World(wire, () => now, pause);
  }

  get now(): number {
    return this.#clock();
  }

  connection(account: ConnectedAccount): Connection {
    const world = this;
    return {
      account,
      wire: this.#wire,
      signal: AbortSignal.timeout(CALL_MS),
      get now() {
        return world.now;
      },
      ...(this.#pause && { pause: this.#pause }),
    };
  }

  /** Takes a step under this name, and keeps what it led to. */
  async step<T>(name: string, take: () => Promise<T>): Promise<T | null> {
    this.recorder.step = name;
    try {
      const returned = await take();
      this.outcomes.set(name, { returned });
      return returned;
    } catch (error) {
      if (error instanceof NetworkRefusal) {
        const { status, code, message } = error.answer;
        this.outcomes.set(name, { refused: error.code, status, error: code ?? message });
      } else if (error instanceof OutcomeInDoubt) {
        const { status, code, message } = error.answer;
        this.outcomes.set(name, { refused: 'in doubt', status, error: code ?? message });
      } else throw error;
      return null;
    }
  }

  async publish(account: ConnectedAccount, post: OutgoingPost) {
    const connection = this.connection(account);
    const { adapter } = NETWORKS[account.platform];
    const prepared = (await adapter.prepare?.(connection, post)) ?? {};
    return adapter.create(connection, post, prepared);
  }

  post(
    text: string,
    changes: Partial<TargetContent> = {},
    media: readonly OutgoingMedia[] = [],
  ): OutgoingPost {
    const content: TargetContent = {
      text,
      mediaUrls: media.map(({ key }) => key),
      altTexts: [],
      title: null,
      privacy: 'public',
      postType: null,
      madeForKids: null,
      boardId: null,
      link: null,
      thread: [],
      firstComment: null,
      cover: null,
      disclosure: [],
      options: {},
      ...changes,
    };
    return { content, media, key: `tgt_${text.slice(0, 12)}_${text.length}`, since: this.now };
  }
}

/** A real image with an alt text. */
export function photo(key = 'photo'): OutgoingMedia {
  return {
    key,
    contentType: 'image/png',
    bytes: PHOTO.length,
    width: 16,
    height: 16,
    altText: 'A cup of coffee',
    publicUrl: null,
    open: (range) => new Blob([range ? PHOTO.subarray(range.start, range.end) : PHOTO]).stream(),
  };
}
