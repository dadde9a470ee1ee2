import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishAt } from '../../../../../test/support/networks/network-scene.js';
import { PublishingHarness } from '../../../../../test/support/publishing-harness.js';
import { workspaceRow } from '../../../../../test/support/rows/rows.js';
import { randomIds } from '../../../base/ids.js';
import { silentLog } from '../../../base/log.js';
import { MemoryStorage } from '../../../files/memory-storage.js';
import { json } from '../../../networks/answers.js';
import type { NetworkGateway } from '../../../networks/gateway.js';
import { httpWire } from '../../../networks/http-wire/http-wire.js';
import { NETWORKS } from '../../../networks/registry.js';
import { mastodonServer } from '../../../simulators/mastodon/simulator.js';
import { ServedNetwork, type ServedRequest } from '../../../simulators/over-http/served-network.js';
import { personOf } from '../../../simulators/shared/people.js';
import { toStoredText } from '../../../store/stored-text.js';
import { ChangeNotifier } from '../../../work/change-notifier.js';
import { TIMINGS } from '../../../work/timing.js';
import type { WorkerHandle } from '../../../work/worker.js';
import { WorkspaceTimers } from '../../../work/workspace-timers.js';
import type { SendContent } from './send-content.js';
import { insertSend } from './send-records.js';
import { startSender } from './sender.js';

/** Replies and direct messages against servers that are reached over HTTP, and that lose an answer. */

const NETWORK_NAMES = ['bluesky', 'mastodon'] as const;
type Network = (typeof NETWORK_NAMES)[number];

const IRREVERSIBLE: Readonly<Record<Network, readonly string[]>> = {
  bluesky: ['/xrpc/com.atproto.repo.putRecord', '/xrpc/chat.bsky.convo.sendMessage'],
  mastodon: ['/api/v1/statuses'],
};

type Loss = 'stored' | 'stored late' | 'not stored';
type Said = 'closes' | 'cut short' | 500;

let harness: PublishingHarness;
let sender: WorkerHandle;
/** What the next irreversible request meets; null: it is answered. */
let next: { readonly loss: Loss; readonly said: Said } | null = null;
/** A request that the server still has to store. */
let late: ServedRequest | null = null;
/** Whether lists that a look-up reads are refused. */
let isBlind = false;

const servers = new Map<Network, ServedNetwork>();
const places = new Map<Network, { readonly postId: string; readonly commentId: string }>();
const MIA = { ...personOf('mia.example'), networkUserId: 'did:plc:mia' };
const CONVERSATION: Readonly<Record<Network, string>> = {
  bluesky: 'convo-1',
  mastodon: MIA.networkUserId,
};

const server = (network: Network): ServedNetwork => {
  const found = servers.get(network);
  if (!found) throw new Error(`${network} is not served.`);
  return found;
};

async function start(network: Network): Promise<void> {
  const served = await ServedNetwork.start(network, async (request) => {
    const { method, url } = request;
    const isLookUp = /getRecord|getMessages|accounts\/[^/]+\/statuses$/.test(url.pathname);
    if (isBlind && method === 'GET' && isLookUp) return json(200, { maintenance: true });
    if (method !== 'POST' || !IRREVERSIBLE[network].includes(url.pathname) || next === null) return null;
    const { loss, said } = next;
    next = null;
    if (loss === 'stored') await served.pass(request);
    if (loss === 'stored late') late = request;
    if (said === 'closes') return said;
    if (said === 'cut short') return { status: 200, headers: {}, body: '{"id": "1' };
    return json(said, { error: 'InternalServerError', message: 'Internal Server Error' });
  });
  served.now = () => harness.clock.now();
  served.scene.now = harness.clock.now();
  served.scene.unlimited = true;
  servers.set(network, served);
  const { scene } = served;
  const { networkPostId } = await publishAt(scene, 'Oat milk is here');
  const commentId = network === 'bluesky' ? 'at://did:plc:mia/app.bsky.feed.post/q1' : '900000000001';
  const createdAt = harness.clock.now();
  const { networkUserId } = scene.account;
  // Its token does not expire in the hours that pass here.
  Object.assign((await scene.memory.accountById(networkUserId)) ?? {}, { tokenExpiresAt: undefined });
  await scene.memory.addComment({
    ...{ commentId, networkPostId, parentId: null, networkUserId: MIA.networkUserId },
    ...{ author: MIA, text: 'Where?', createdAt },
  });
  const conversationId = network === 'bluesky' ? CONVERSATION.bluesky : 'dm-1';
  await scene.memory.conversationWith({ conversationId, networkUserId, person: MIA, updatedAt: createdAt });
  await scene.memory.addMessage({
    ...{ messageId: '950000000001', conversationId, text: 'A table?', createdAt },
    ...{ fromBusiness: false, attachments: [], fromAd: false, answersComment: null },
  });
  places.set(network, { postId: networkPostId, commentId });
  await harness.addAccount(`acc_${network}`, network);
  await harness.store.write((trx) =>
    trx
      .insertInto('conversations')
      .values({
        id: `conv_${network}`,
        workspace_id: 'ws_1',
        account_id: `acc_${network}`,
        platform: network,
        network_conversation_id: CONVERSATION[network],
        participant_id: MIA.networkUserId,
        participant_handle: MIA.handle,
        participant_name: MIA.displayName,
        ...{ closes_at: null, basis: null, last_inbound_at: null, last_message_id: null },
        ...{ last_message_at: createdAt, awaiting: 1, unread: 0, created_at: createdAt },
      })
      .execute(),
  );
}

const gateway: NetworkGateway = {
  adapterOf: (platform) => NETWORKS[platform].adapter,
  connect: ({ platform }, time, signal) => {
    const { scene, origin } = server(platform === 'bluesky' ? 'bluesky' : 'mastodon');
    return {
      account: scene.account,
      wire: httpWire({
        policy: { proxy: null },
        allowLoopback: true,
        ...{ origin, webUrl: origin, trustedHosts: [] },
        credentials: () => scene.account.credentials,
      }),
      signal,
      get now() {
        return time.now();
      },
      pause: async (milliseconds) => harness.clock.advance(milliseconds),
    };
  },
};

beforeAll(async () => {
  harness = await PublishingHarness.open();
  for (const network of NETWORK_NAMES) await start(network);
  const { store, clock } = harness;
  sender = startSender({
    ...{ store, clock, gateway },
    ...{ timers: new WorkspaceTimers(clock), ids: randomIds, media: new MemoryStorage() },
    ...{ changes: new ChangeNotifier(), log: silentLog, timings: { ...TIMINGS, lead: 0 } },
  });
});

afterAll(async () => {
  await sender.stop();
  await harness.close();
  for (const one of servers.values()) await one.close();
});

type What = 'reply' | 'message';

/** Queues a reply or message as the API does. */
async function queue(network: Network, what: What, text: string): Promise<string> {
  const now = harness.clock.now();
  const place = places.get(network);
  if (!place) throw new Error(`There is no post on ${network}.`);
  const id = randomIds.next(what === 'reply' ? 'comment' : 'message', now);
  const accountId = `acc_${network}`;
  const content: SendContent =
    what === 'reply'
      ? {
          kind: 'comment',
          ...{ networkPostId: place.postId, parentId: place.commentId, attachesTo: place.commentId, text },
        }
      : {
          kind: 'message',
          ...{ conversationId: `conv_${network}`, networkConversationId: CONVERSATION[network] },
          ...{ personId: MIA.networkUserId, answersComment: null, text, mediaKeys: [] },
          ...{ humanAgent: false, closesAt: null },
        };
  await harness.store.write(async (trx) => {
    if (what === 'reply') {
      await trx
        .insertInto('comments')
        .values({
          ...{ id, workspace_id: 'ws_1', account_id: accountId, platform: network, post_id: 'post_1' },
          ...{ network_post_id: place.postId, network_comment_id: null, parent_id: null, thread_id: id },
          ...{ author_id: accountId, author_handle: 'test', author_name: 'Test', is_own: 1 },
          ...{ text: toStoredText(text), state: 'visible', live: 0, status: 'sending', error_json: null },
          ...{ listed: 0, awaiting: 0, unread: 0, url: null, private_message_id: null, created_at: now },
        })
        .execute();
    } else {
      await trx
        .insertInto('messages')
        .values({
          ...{ id, workspace_id: 'ws_1', conversation_id: `conv_${network}`, account_id: accountId },
          ...{ network_message_id: null, direction: 'outbound', text: toStoredText(text) },
          ...{ media_json: '[]', fingerprint: null, status: 'sending', error_json: null },
          ...{ answers_comment_id: null, created_at: now },
        })
        .execute();
    }
    const workspace = workspaceRow('ws_1', now);
    await insertSend(trx, { id, accountId, content }, { workspace, now, systemNow: now });
  });
  return id;
}

/** Runs the sender, a minute at a time, until the outcome is known. */
async function settled(id: string): Promise<void> {
  for (let minute = 0; minute < 60 && (await statusOf(id)) === 'sending'; minute += 1) {
    await sender.runDue();
    harness.clock.advance(3_000);
    if (late) await server(late.url.pathname.startsWith('/xrpc') ? 'bluesky' : 'mastodon').pass(late);
    late = null;
    harness.clock.advance(57_000);
  }
}

/** The person writes another message on Mastodon. */
async function writeAgain(messageId: string): Promise<void> {
  await server('mastodon').scene.memory.addMessage({
    ...{ messageId, conversationId: 'dm-1', text: 'Hello?', createdAt: harness.clock.now() },
    ...{ fromBusiness: false, attachments: [], fromAd: false, answersComment: null },
  });
}

/** How often the network has the text. */
function timesAt(network: Network, text: string): number {
  const { posts, comments, messages } = server(network).scene.memory;
  return [...posts, ...comments, ...messages].filter((one) => one.text.includes(text)).length;
}

const statusOf = async (id: string) =>
  (await harness.store.db.selectFrom('sends').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

it.each(
  NETWORK_NAMES.flatMap((network) => (['reply', 'message'] as const).map((what) => ({ network, what }))),
)(
  '$network: a $what that cannot be looked up is never sent again, and its outcome is unknown',
  async (one) => {
    const { network, what } = one;
    const text = `${what} not readable end`;
    const id = await queue(network, what, text);
    next = { loss: 'stored', said: 'closes' };
    isBlind = true;
    await settled(id);
    isBlind = false;
    expect([timesAt(network, text), await statusOf(id)]).toEqual([1, 'unknown']);
  },
);

it('a message on Mastodon is sent once, also if the person writes again before it is looked up', async () => {
  const text = 'crossed end';
  const id = await queue('mastodon', 'message', text);
  next = { loss: 'stored', said: 'closes' };
  await sender.runDue();
  harness.clock.advance(1_000);
  await writeAgain('950000000002');
  await settled(id);
  expect([timesAt('mastodon', text), await statusOf(id)]).toEqual([1, 'sent']);
});

const KINDS = [
  ['bluesky', 'ignores'],
  ['mastodon', 'ignores'],
  ['mastodon', 'fails'],
] as const;
const CASES = KINDS.flatMap(([network, keys]) =>
  (['reply', 'message'] as const).flatMap((what) =>
    (['stored', 'stored late', 'not stored'] as const).flatMap((loss) =>
      (['closes', 'cut short', 500] as const)
        // A server that answers 200 has stored it.
        .filter((said) => said !== 'cut short' || loss === 'stored')
        .map((said) => ({ network, keys, what, loss, said })),
    ),
  ),
);

it.each(CASES)(
  '$network ($keys repeated keys): a $what that is $loss and whose answer $said is sent once',
  async ({ network, keys, what, loss, said }) => {
    if (network === 'mastodon') server(network).scene.simulator = mastodonServer(keys);
    const text = `${what} ${keys} ${loss} ${said} end`;
    const id = await queue(network, what, text);
    next = { loss, said };
    await settled(id);
    expect(next).toBeNull();
    expect([timesAt(network, text), await statusOf(id)]).toEqual([1, 'sent']);
  },
);

it.each(NETWORK_NAMES)('%s: a reply to a comment that was deleted meanwhile is not sent', async (network) => {
  const { memory } = server(network).scene;
  const id = await queue(network, 'reply', 'too late end');
  await memory.removeComment(places.get(network)?.commentId ?? '');
  await settled(id);
  expect([timesAt(network, 'too late end'), await statusOf(id)]).toEqual([0, 'failed']);
});
