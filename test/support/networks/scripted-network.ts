import {
  type NetworkAdapter,
  NetworkRefusal,
  OutcomeInDoubt,
} from '../../../src/backend/networks/adapter.js';
import type { NetworkGateway } from '../../../src/backend/networks/gateway.js';
import type { Delivered, OutgoingPart, SoughtPost } from '../../../src/backend/networks/outgoing-post.js';
import { ConnectionFailed } from '../../../src/backend/networks/wire.js';
import type { Platform } from '../../../src/contract/platforms.js';

/** `lost`: the request never arrives, and its sender cannot know that. */
type Step = 'works' | 'lost' | 'answer_lost' | 'unreachable' | 'hangs' | Error;

/** Nobody listens; a load balancer answers 503 for everything; or connections end after the request was sent. */
export type Outage = 'unreachable' | 'unavailable' | 'lost';

/**
 * A network that follows a script, one step for each request that creates a post or a part, and records what was
 * posted. Without a step left, requests succeed.
 */
export class ScriptedNetwork implements NetworkGateway {
  /** The keys of the published posts and parts, in order. */
  readonly seen: string[] = [];
  /** Keys of the requests that arrived. */
  readonly requests: string[] = [];
  /** What each part replies to, by its key. */
  readonly parents = new Map<string, string>();
  /** The network's time at which each request arrived, by its key. */
  readonly times = new Map<string, number>();
  readonly script: Step[];
  lookUps: ('works' | Error)[] = [];
  /** What happens to every request and look-up while the network is down; null: it is up. */
  down: Outage | null = null;
  /** How many requests and look-ups were made while the network was down. */
  inVain = 0;
  /** How long a request takes before it is handled, in milliseconds of workspace time. */
  takes = 0;
  /** Whether posts need a preparation step. */
  prepares = false;
  readonly #recovery: NetworkAdapter['recovery'];

  constructor(recovery: NetworkAdapter['recovery'], script: Step[] = []) {
    this.#recovery = recovery;
    this.script = script;
  }

  adapterOf(platform: Platform): NetworkAdapter {
    const adapter: NetworkAdapter = {
      platform,
      recovery: this.#recovery,
      ...(this.prepares && { prepare: async (_, post) => ({ container: `container of ${post.key}` }) }),
      create: async (connection, post) => {
        if (this.takes > 0) await connection.pause?.(this.takes);
        return this.#create(post, connection.now);
      },
      createPart: (connection, part) => {
        this.parents.set(part.key, part.parent.networkPostId);
        return this.#create(part, connection.now);
      },
      checkToken: async () => ({ status: 'healthy', reason: null, action: null, expiresAt: null }),
    };
    if (this.#recovery !== 'lookup') return adapter;
    return {
      ...adapter,
      find: async (_, post) => this.#find(post),
      findPart: async (_, part) => this.#find(part),
    };
  }

  connect: NetworkGateway['connect'] = (account, time, signal) => ({
    account: {
      id: account.id,
      platform: account.platform,
      handle: account.handle,
      displayName: account.display_name,
      networkUserId: account.network_user_id,
      credentials: {},
    },
    wire: {
      origin: 'https://api.network.example',
      webUrl: 'http://network.example',
      send: () => Promise.reject(new ConnectionFailed('refused', false)),
    },
    signal,
    get now() {
      return time.now();
    },
    pause: (milliseconds) => time.pause(milliseconds),
  });

  async #create(sent: SoughtPost | OutgoingPart, now: number): Promise<Delivered> {
    if (this.down) throw this.#outage(this.down, true);
    const step = this.script.shift() ?? 'works';
    if (step === 'unreachable') throw new ConnectionFailed('refused', false);
    if (step instanceof Error) throw step;
    if (step === 'lost') throw new ConnectionFailed('reset', true);
    this.requests.push(sent.key);
    this.times.set(sent.key, now);
    if (!(this.#recovery === 'key' && this.seen.includes(sent.key))) this.seen.push(sent.key);
    if (step === 'answer_lost') throw new ConnectionFailed('reset', true);
    if (step === 'hangs') await new Promise(() => undefined);
    return this.#delivered(sent, false);
  }

  #find(sent: SoughtPost | OutgoingPart): Delivered | null {
    if (this.down) throw this.#outage(this.down, false);
    const word = this.lookUps.shift() ?? 'works';
    if (word instanceof Error) throw word;
    return this.seen.includes(sent.key) ? this.#delivered(sent, true) : null;
  }

  /** @param creates whether the request would have created something */
  #outage(down: Outage, creates: boolean): Error {
    this.inVain += 1;
    if (down !== 'unavailable')
      return new ConnectionFailed(down === 'lost' ? 'reset' : 'refused', down === 'lost');
    const answer = { status: 503, code: null, message: 'Service Unavailable' };
    return creates
      ? new OutcomeInDoubt(answer)
      : new NetworkRefusal('network_unavailable', 'It is currently unavailable.', answer);
  }

  #delivered(sent: SoughtPost | OutgoingPart, adopted: boolean): Delivered {
    return { networkPostId: sent.key, url: `http://network.example/${sent.key}`, adopted };
  }
}
