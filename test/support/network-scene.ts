import type {
  ConnectedAccount,
  Connection,
  OutgoingMedia,
  OutgoingPost,
} from '../../src/backend/networks/adapter.js';
import { DEMO_ACCOUNTS } from '../../src/backend/networks/demo-accounts.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { simulatedWire } from '../../src/backend/networks/simulated-wire.js';
import { ConnectionFailed, type Wire, type WireRequest } from '../../src/backend/networks/wire.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { TargetContent } from '../../src/networks/content.js';
import { MemoryForTests } from './network-memory.js';

/** 2026-12-01T08:00:00Z */
export const START = 1_796_112_000_000;

/** Networks on which a post needs an image or a video. */
const MEDIA: Readonly<Partial<Record<Platform, string>>> = {
  instagram: 'image/jpeg',
  pinterest: 'image/jpeg',
  tiktok: 'video/mp4',
  youtube: 'video/mp4',
};

export function needsMedia(platform: Platform): boolean {
  return MEDIA[platform] !== undefined;
}

export function medium(contentType: string, key = 'file-1'): OutgoingMedia {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  return {
    key,
    contentType,
    bytes: bytes.byteLength,
    altText: 'A cup of coffee',
    publicUrl: `https://media.example/${key}`,
    open: () => new Blob([bytes]).stream(),
  };
}

/** One account of one simulated network, with a clock that the test moves. */
export class Scene {
  readonly platform: Platform;
  readonly account: ConnectedAccount;
  readonly memory: MemoryForTests;
  now = START;
  #seed = 7;

  constructor(platform: Platform) {
    const demo = DEMO_ACCOUNTS.find((account) => account.platform === platform);
    if (!demo) throw new Error(`There is no demo account on ${platform}.`);
    this.platform = platform;
    this.account = { id: `acc_${platform}`, ...demo };
    this.memory = new MemoryForTests([{ ...demo, accessToken: demo.credentials['accessToken'] ?? '' }]);
  }

  get network() {
    return NETWORKS[this.platform];
  }

  get webUrl() {
    return `http://127.0.0.1:4747/network/${this.platform}`;
  }

  get wire(): Wire {
    const scene = this;
    return simulatedWire(this.network.simulator, {
      memory: this.memory,
      get now() {
        return scene.now;
      },
      webUrl: this.webUrl,
      random: () => this.#random(),
    });
  }

  connection(wire: Wire = this.wire, account: ConnectedAccount = this.account): Connection {
    return { account, wire, signal: AbortSignal.timeout(5000), now: this.now };
  }

  /** A post with what this network demands: media, board, title, privacy. */
  post(text: string, changes: Partial<TargetContent> = {}, media = this.media()): OutgoingPost {
    const content: TargetContent = {
      text,
      mediaUrls: media.map(({ key }) => key),
      altTexts: [],
      title: this.platform === 'youtube' ? 'A morning at the roastery' : null,
      privacy: 'public',
      postType: null,
      madeForKids: false,
      boardId: this.platform === 'pinterest' ? '549755885175' : null,
      link: null,
      ...changes,
    };
    return { content, media, key: `tgt_${text.length}`, since: this.now };
  }

  media(): OutgoingMedia[] {
    const contentType = MEDIA[this.platform];
    return contentType === undefined ? [] : [medium(contentType)];
  }

  async publish(post: OutgoingPost, connection = this.connection()) {
    const { adapter } = this.network;
    const prepared = (await adapter.prepare?.(connection, post)) ?? {};
    return adapter.create(connection, post, prepared);
  }

  /** Park and Miller: the same ids on each run. */
  #random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }
}

/** A wire whose answer to the n-th matching request is lost after the network has acted on it. */
export function losingAnswer(wire: Wire, isIt: (request: WireRequest) => boolean): Wire {
  return {
    webUrl: wire.webUrl,
    async send(request, signal) {
      const response = await wire.send(request, signal);
      if (isIt(request)) throw new ConnectionFailed('reset', true);
      return response;
    },
  };
}
