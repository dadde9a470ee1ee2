import type { ConnectedAccount, Connection } from '../../../src/backend/networks/connection.js';
import type {
  Delivered,
  OutgoingMedia,
  OutgoingPart,
  OutgoingPost,
} from '../../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../../src/backend/networks/registry.js';
import { ConnectionFailed, type Wire, type WireRequest } from '../../../src/backend/networks/wire.js';
import { demoAccount } from '../../../src/backend/simulators/demo-accounts.js';
import { NetworkScene } from '../../../src/backend/simulators/over-http/network-scene.js';
import type { Platform } from '../../../src/contract/platforms.js';
import type { TargetContent } from '../../../src/networks/content.js';
import { sampleBytes } from '../media/sample-bytes.js';
import { FilesForTests } from './network-files.js';

export { demoAccount };

/** 2026-12-01T08:00:00Z */
export const START = 1_796_112_000_000;

/** Networks whose posts need an image or a video. */
const MEDIA: Readonly<Partial<Record<Platform, string>>> = {
  instagram: 'image/jpeg',
  pinterest: 'image/jpeg',
  tiktok: 'video/mp4',
  youtube: 'video/mp4',
};

export function needsMedia(platform: Platform): boolean {
  return MEDIA[platform] !== undefined;
}

/** @param size in bytes; a sample that has fewer ends in zeros */
export function medium(contentType: string, key = 'file-1', size = 0): OutgoingMedia {
  const sample = sampleBytes(contentType);
  const bytes = Buffer.concat([sample, Buffer.alloc(Math.max(0, size - sample.byteLength))]);
  return {
    key,
    contentType,
    bytes: bytes.byteLength,
    width: 1080,
    height: 1080,
    altText: 'A cup of coffee',
    publicUrl: `https://media.example/${key}?type=${contentType}`,
    open: (range) => new Blob([range ? bytes.subarray(range.start, range.end) : bytes]).stream(),
  };
}

/** One account at one simulated network, with a manual clock. */
export class Scene extends NetworkScene {
  override files = new FilesForTests();
  override now = START;

  get network() {
    return NETWORKS[this.platform];
  }

  connection(wire: Wire = this.wire, account: ConnectedAccount = this.account): Connection {
    const scene = this;
    return {
      account,
      wire,
      signal: AbortSignal.timeout(5000),
      get now() {
        return scene.now;
      },
      pause: (milliseconds) => scene.pause(milliseconds),
      keepCredentials: async (credentials) => {
        scene.latest = { ...scene.latest, credentials };
      },
      currentCredentials: async () => scene.latest.credentials,
    };
  }

  /** A part that follows a post of this account: the next post of a thread, or the first comment. */
  part(kind: OutgoingPart['kind'], text: string, root: Delivered, parent: Delivered = root): OutgoingPart {
    const knownPostIds = [root.networkPostId, parent.networkPostId];
    return { kind, text, key: `part_${text.length}`, since: this.now, root, parent, knownPostIds };
  }

  /** A post with what this network requires: media, board, title, privacy. */
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
      thread: [],
      firstComment: null,
      cover: null,
      disclosure: [],
      options: {},
      ...changes,
    };
    return { content, media, key: `tgt_${text.length}`, since: this.now };
  }

  media(): OutgoingMedia[] {
    const contentType = MEDIA[this.platform];
    return contentType === undefined ? [] : [medium(contentType)];
  }

  async publish(post: OutgoingPost, connection = this.connection()): Promise<Delivered> {
    const { adapter } = this.network;
    const prepared = (await adapter.prepare?.(connection, post)) ?? {};
    return adapter.create(connection, post, prepared);
  }
}

/** Publishes a post at a network that is served over HTTP, without going through it. */
export function publishAt(network: NetworkScene, text: string): Promise<Delivered> {
  const scene = new Scene(network.platform);
  // While the network prepares files, time passes there.
  const pause = (milliseconds: number) => network.pause(milliseconds);
  return scene.publish(scene.post(text), Object.assign(scene.connection(network.wire), { pause }));
}

/** A wire that loses the response to the n-th matching request after the network has handled it. */
export function losingAnswer(wire: Wire, isIt: (request: WireRequest) => boolean): Wire {
  return {
    origin: wire.origin,
    webUrl: wire.webUrl,
    async send(request, signal) {
      const response = await wire.send(request, signal);
      if (isIt(request)) throw new ConnectionFailed('reset', true);
      return response;
    },
  };
}
