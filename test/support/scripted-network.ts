import type { Delivered, NetworkAdapter, OutgoingPost } from '../../src/backend/networks/adapter.js';
import { ConnectionFailed } from '../../src/backend/networks/wire.js';
import type { Reach } from '../../src/backend/publishing/reach.js';
import type { Platform } from '../../src/contract/platforms.js';

type Step = 'works' | 'answer_lost' | 'unreachable' | 'hangs' | Error;

/**
 * A network that does what it is told, one word for each `create`, and keeps what was posted. Without a
 * word left it works.
 */
export class ScriptedNetwork implements Reach {
  /** The keys of the posts that its readers see, in their order. */
  readonly seen: string[] = [];
  /** Keys of the requests that arrived. */
  readonly requests: string[] = [];
  readonly script: Step[];
  lookUps: ('works' | Error)[] = [];
  readonly #recovery: NetworkAdapter['recovery'];

  constructor(recovery: NetworkAdapter['recovery'], script: Step[] = []) {
    this.#recovery = recovery;
    this.script = script;
  }

  adapterOf(platform: Platform): NetworkAdapter {
    const adapter: NetworkAdapter = {
      platform,
      recovery: this.#recovery,
      create: (_connection, post) => this.#create(post),
      checkToken: async () => ({ status: 'healthy', reason: null, action: null, expiresAt: null }),
    };
    return this.#recovery === 'lookup' ? { ...adapter, find: async (_, post) => this.#find(post) } : adapter;
  }

  connect: Reach['connect'] = (account, signal) => ({
    account: {
      id: account.id,
      platform: account.platform,
      handle: account.handle,
      displayName: account.display_name,
      networkUserId: account.network_user_id,
      credentials: {},
    },
    wire: {
      webUrl: 'http://network.example',
      send: () => Promise.reject(new ConnectionFailed('refused', false)),
    },
    signal,
    now: 0,
  });

  async #create(post: OutgoingPost): Promise<Delivered> {
    const step = this.script.shift() ?? 'works';
    if (step === 'unreachable') throw new ConnectionFailed('refused', false);
    if (step instanceof Error) throw step;
    this.requests.push(post.key);
    if (!(this.#recovery === 'key' && this.seen.includes(post.key))) this.seen.push(post.key);
    if (step === 'answer_lost') throw new ConnectionFailed('reset', true);
    if (step === 'hangs') await new Promise(() => undefined);
    return this.#delivered(post, false);
  }

  #find(post: OutgoingPost): Delivered | null {
    const word = this.lookUps.shift() ?? 'works';
    if (word instanceof Error) throw word;
    return this.seen.includes(post.key) ? this.#delivered(post, true) : null;
  }

  #delivered(post: OutgoingPost, adopted: boolean): Delivered {
    return { networkPostId: post.key, url: `http://network.example/${post.key}`, adopted };
  }
}
