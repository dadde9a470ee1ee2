import { NO_LINKED_PAGES } from '../../../src/backend/domain/links/linked-pages.js';
import { OutgoingFiles } from '../../../src/backend/domain/publishing/outgoing-media.js';
import { STRICT_POLICY } from '../../../src/backend/fetching/fetch-policy.js';
import { MemoryStorage } from '../../../src/backend/files/memory-storage.js';
import { SignedUrls } from '../../../src/backend/files/signed-url.js';
import type { NetworkGateway } from '../../../src/backend/networks/gateway.js';
import type { OutgoingMedia } from '../../../src/backend/networks/outgoing-post.js';
import { realNetworks } from '../../../src/backend/networks/real-networks.js';
import { NETWORKS } from '../../../src/backend/networks/registry.js';
import type { WorkerHandle } from '../../../src/backend/work/worker.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { medium, Scene } from '../../support/networks/network-scene.js';
import { PublishingHarness } from '../../support/publishing-harness.js';
import { type Thing, thingsOf } from '../cells.js';
import type { Outcome } from '../judgement.js';
import { BreakingNetwork, type Call, type PlannedFault } from './breaking-network.js';
import type { PostForm } from './post-forms.js';

/** The account that publishes. */
export const REAL_ACCOUNT = 'acc_real';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The network is looked at every few seconds at first, then every minute, until longer than any doubt lasts. */
const STEPS = [...Array<number>(24).fill(5 * SECOND), ...Array<number>(90).fill(MINUTE)];

/** What became of one thing of a post. */
export interface ThingOutcome extends Outcome {
  readonly thing: Thing;
  /** Why it is not published. */
  readonly message: string | null;
}

export interface HttpDelivery {
  readonly outcomes: readonly ThingOutcome[];
  readonly calls: readonly Call[];
  /** How often something went wrong. */
  readonly faults: number;
}

export interface HttpPost {
  readonly platform: Platform;
  readonly form: PostForm;
  /** Whether the thread and the first comment that the network has follow it. */
  readonly hasParts: boolean;
}

/** What a post consists of, in the order in which it is sent. */
export function thingsIn({ platform, hasParts }: HttpPost): readonly Thing[] {
  return hasParts ? thingsOf(platform) : ['main post'];
}

/** The files of a post as they are, from an address at which the simulated networks find them. */
class GivenFiles extends OutgoingFiles {
  readonly #media: readonly OutgoingMedia[];

  constructor({ store, clock }: PublishingHarness, media: readonly OutgoingMedia[]) {
    const urls = new SignedUrls('https://media.example', 'secret');
    super({ store, clock, urls, storage: new MemoryStorage(), linkedPages: NO_LINKED_PAGES });
    this.#media = media;
  }

  override async of() {
    return { media: this.#media };
  }
}

/** Publishes one post on a real account, whose network is reached over HTTP, until its outcome is settled. */
export async function deliverOverHttp(post: HttpPost, planned: PlannedFault | null): Promise<HttpDelivery> {
  const harness = await PublishingHarness.open();
  const network = await BreakingNetwork.start(post.platform, planned);
  try {
    const { targetId, startPublisher } = await scheduleOverHttp(harness, network, post);
    const publisher = startPublisher();
    for (const step of STEPS) {
      await publisher.runDue();
      if (await isSettled(harness, targetId)) break;
      harness.clock.advance(step);
    }
    return {
      outcomes: await outcomesOf(harness, network, targetId, thingsIn(post)),
      calls: network.calls,
      faults: network.faults,
    };
  } finally {
    await harness.close();
    await network.close();
  }
}

/** Makes a post of a real account due. @returns its target, and what starts a publisher */
export async function scheduleOverHttp(
  harness: PublishingHarness,
  network: BreakingNetwork,
  post: HttpPost,
): Promise<{ readonly targetId: string; readonly startPublisher: () => WorkerHandle }> {
  network.served.now = () => harness.clock.now();
  network.served.scene.now = harness.clock.now();
  network.served.scene.unlimited = true;
  const media = post.form.media.map((type, place) => medium(type, `file-${place}`, post.form.bytes));
  const targetId = await schedule(harness, network, post, media);
  return {
    targetId,
    startPublisher: () =>
      harness.publisher(gatewayTo(network, harness), { media: new GivenFiles(harness, media) }),
  };
}

async function schedule(
  harness: PublishingHarness,
  network: BreakingNetwork,
  post: HttpPost,
  media: readonly OutgoingMedia[],
): Promise<string> {
  const { platform, form } = post;
  const id = REAL_ACCOUNT;
  await harness.addAccount(id, platform);
  const kinds = thingsIn(post).slice(1).map(kindOf);
  const targetId = await harness.schedule(0, kinds, { accountId: id, platform });
  const { content } = new Scene(platform).post('The main post', form.content, [...media]);
  await connectReal(harness, network, id);
  await harness.store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .where('id', '=', targetId)
      .execute(),
  );
  return targetId;
}

/** Makes an account one of the network behind HTTP. */
export async function connectReal(
  harness: PublishingHarness,
  network: BreakingNetwork,
  id: string,
): Promise<void> {
  const { account, platform } = network.served.scene;
  await harness.store.write(async (trx) => {
    await trx.updateTable('workspaces').set({ sandbox: 0 }).execute();
    await trx
      .updateTable('accounts')
      .set({
        simulated: 0,
        origin: network.origin,
        network_user_id: account.networkUserId,
        handle: account.handle,
        credentials_json: harness.store.vault.sealAccount({ id, platform }, account.credentials),
      })
      .where('id', '=', id)
      .execute();
  });
}

const kindOf = (thing: Thing) => (thing === 'first comment' ? 'first_comment' : 'thread');

/** As the service connects accounts, except that waiting for the network moves the clock. Nothing goes wrong. */
export function realGateway(network: BreakingNetwork, { store, clock }: PublishingHarness): NetworkGateway {
  const { reroute, connections } = network;
  const real = realNetworks(store, { policy: STRICT_POLICY, allowLoopback: true, reroute, connections });
  return {
    adapterOf: (platform) => NETWORKS[platform].adapter,
    connect: (account, time, signal) => {
      const pause = async (milliseconds: number): Promise<void> => clock.advance(milliseconds);
      return real.connect(account, { now: () => time.now(), pause }, signal);
    },
  };
}

/** The same, with the network counting the requests, one of which may go wrong. */
export function gatewayTo(network: BreakingNetwork, harness: PublishingHarness): NetworkGateway {
  const real = realGateway(network, harness);
  return {
    ...real,
    connect: (account, time, signal) => {
      const connection = real.connect(account, time, signal);
      return {
        ...connection,
        wire: network.watch(connection.wire),
        get now() {
          return connection.now;
        },
      };
    },
  };
}

const FINAL: readonly string[] = ['published', 'in_inbox', 'failed', 'unknown', 'missed'];

async function isSettled(harness: PublishingHarness, targetId: string): Promise<boolean> {
  return FINAL.includes((await harness.target(targetId)).status);
}

async function outcomesOf(
  harness: PublishingHarness,
  network: BreakingNetwork,
  targetId: string,
  things: readonly Thing[],
): Promise<ThingOutcome[]> {
  const target = await harness.target(targetId);
  const parts = await harness.parts(targetId);
  const shown = await network.shown();
  // The main post may be out while a part that follows it is in doubt.
  const isMainOut = target.network_post_id !== null && target.status !== 'in_inbox';
  const partTexts = parts.map(({ text }) => text);
  return things.map((thing, place) => {
    const part = parts[place - 1];
    if (part === undefined) {
      // Not every network keeps the text of each form: whatever is no part is the main post.
      const seen = shown.filter((text) => !partTexts.includes(text)).length;
      const status = isMainOut ? 'published' : target.status;
      return { thing, status, seen, message: messageIn(target.error_json) };
    }
    const seen = shown.filter((text) => text === part.text).length;
    const status = !isMainOut && part.status === 'pending' ? 'without its main post' : part.status;
    return { thing, status, seen, message: messageIn(part.error_json) };
  });
}

function messageIn(error: string | null): string | null {
  const diagnosis: { readonly message?: string } | null = JSON.parse(error ?? 'null');
  return diagnosis?.message ?? null;
}
