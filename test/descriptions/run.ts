import type { ConnectedAccount } from '../../src/backend/networks/connection.js';
import type { OutgoingPost } from '../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { linkedinMember } from '../../src/backend/simulators/over-http/sign-in/linkedin.js';
import { personAt, personOf } from '../../src/backend/simulators/shared/people.js';
import type { Platform } from '../../src/contract/platforms.js';
import { formOf } from '../../src/networks/post-form.js';
import { RULES } from '../../src/networks/rules.js';
import { demoAccount, medium, Scene } from '../support/networks/network-scene.js';
import { attempt, type Exchange, recording } from './exchange.js';
import { formsOf } from './forms.js';
import { signingIn } from './signing-in.js';

const TEXT = 'We are open on Sunday: https://fernhill.example/menu #coffee';
const HOUR = 60 * 60_000;

/** The app without which TikTok renews no access. */
const APP = { clientId: 'client', clientSecret: 'secret' } as const;

/** A network, and all that was sent to it. */
class Run {
  readonly scene: Scene;
  readonly exchanges: Exchange[];

  /** @param networkUserId of the account; absent: of the demo account */
  constructor(platform: Platform, exchanges: Exchange[], networkUserId?: string) {
    const demo = demoAccount(platform);
    this.scene = new Scene(platform, networkUserId === undefined ? demo : { ...demo, networkUserId });
    this.scene.unlimited = true;
    this.exchanges = exchanges;
  }

  get adapter() {
    return this.scene.network.adapter;
  }

  connection({ credentials, ...account }: ConnectedAccount = this.scene.account) {
    const app = account.platform === 'tiktok' ? APP : {};
    return this.scene.connection(recording(this.scene.wire, this.exchanges), {
      ...account,
      credentials: { ...app, ...credentials },
    });
  }

  /** Publishes a post, looks it up, and reads its numbers. */
  async publish(post: OutgoingPost) {
    const { adapter } = this;
    const prepared = (await adapter.prepare?.(this.connection(), post)) ?? {};
    const made = await adapter.create(this.connection(), post, prepared);
    this.scene.now += 30_000;
    await attempt(() => adapter.find?.(this.connection(), post, prepared));
    return made;
  }
}

async function posts(platform: Platform, exchanges: Exchange[]): Promise<void> {
  for (const { content, media, cover } of formsOf(platform)) {
    const run = new Run(platform, exchanges);
    const post = run.scene.post(TEXT, content, media ?? run.scene.media());
    await attempt(() => run.publish({ ...post, ...(cover && { cover }) }));
  }
}

async function partsAndNumbers(
  platform: Platform,
  exchanges: Exchange[],
  networkUserId?: string,
): Promise<void> {
  const run = new Run(platform, exchanges, networkUserId);
  const { scene, adapter } = run;
  const post = scene.post(TEXT, { privacy: 'public' });
  const main = await run.publish(post);
  for (const kind of ['thread', 'first_comment', 'thumbnail'] as const) {
    const plain = scene.part(kind, `Part: ${kind}`, main);
    const part = kind === 'thumbnail' ? { ...plain, image: medium('image/png', 'cover') } : plain;
    await attempt(() => adapter.createPart?.(run.connection(), part));
    scene.now += 2000;
    await attempt(() => adapter.findPart?.(run.connection(), part));
  }
  const media = scene.media().map(({ contentType }) => ({
    kind: contentType.startsWith('video/') ? ('video' as const) : ('image' as const),
  }));
  const form = formOf(RULES[platform], null, media);
  const hasVideo = media.some(({ kind }) => kind === 'video');
  const measured = { networkPostId: main.networkPostId, publishedAt: scene.now, form, hasVideo };
  scene.now += 25 * HOUR;
  await attempt(() => adapter.metrics?.read(run.connection(), [measured]));
  await attempt(() => adapter.metrics?.followers(run.connection()));
  await attempt(() => adapter.checkToken(run.connection()));
  await attempt(() => adapter.readLimits?.(run.connection()));
  await attempt(() => adapter.readBoards?.(run.connection()));
  await attempt(() => adapter.remove?.(run.connection(), main.networkPostId));
}

async function inbox(platform: Platform, exchanges: Exchange[]): Promise<void> {
  const run = new Run(platform, exchanges);
  const { scene, adapter } = run;
  const { comments, messages, news } = adapter;
  const { networkPostId } = await run.publish(scene.post(TEXT));
  const author = personAt(platform, personOf('mia.b', 'Mia'));
  // Bluesky's ids are addresses.
  const commentId =
    platform === 'bluesky' ? `at://${author.networkUserId}/app.bsky.feed.post/3ltk7q2mzt1v2` : 'c_1';
  const by = { networkPostId, parentId: null, networkUserId: author.networkUserId, author };
  await scene.memory.addComment({ ...by, commentId, text: 'Nice', createdAt: scene.now });
  let cursor: string | null = null;
  // X is asked for what is newer than its first look.
  for (let look = 0; look < 2; look += 1) {
    await attempt(async () => {
      cursor = (await news?.look(run.connection(), cursor, Number.POSITIVE_INFINITY))?.cursor ?? null;
    });
  }
  await attempt(() => comments?.list?.(run.connection(), networkPostId, null));
  await attempt(() => comments?.read(run.connection(), commentId));
  const reply = {
    networkPostId,
    parentId: commentId,
    attachesTo: commentId,
    text: 'Thanks',
    since: scene.now,
  };
  await attempt(() => comments?.reply(run.connection(), { ...reply, knownIds: [] }));
  await attempt(() => comments?.findReply(run.connection(), { ...reply, knownIds: [] }));
  await attempt(() => comments?.setHidden?.(run.connection(), commentId, true));
  await attempt(() => comments?.isGone?.(run.connection(), commentId));
  await attempt(() => comments?.remove?.(run.connection(), commentId));

  const { networkUserId } = scene.account;
  const conversationId = 't_1';
  await scene.memory.conversationWith({
    conversationId,
    networkUserId,
    person: author,
    updatedAt: scene.now,
  });
  const said = { conversationId, text: 'Hello', attachments: [], answersComment: null, createdAt: scene.now };
  await scene.memory.addMessage({ ...said, messageId: 'm_1', fromBusiness: false, fromAd: false });
  const message = {
    networkConversationId: conversationId,
    personId: author.networkUserId,
    answersComment: null,
    text: 'Good morning',
    media: [],
    humanAgent: false,
    since: scene.now,
    knownIds: [],
  };
  await attempt(() => messages?.conversation(run.connection(), conversationId));
  await attempt(() => messages?.list(run.connection(), conversationId, null));
  await attempt(() => messages?.send(run.connection(), message, {}));
  await attempt(() => messages?.send(run.connection(), { ...message, humanAgent: true }, {}));
  const privately = { ...message, networkConversationId: null, answersComment: commentId };
  await attempt(() => messages?.send(run.connection(), privately, {}));
  for (const file of [medium('image/jpeg'), medium('video/mp4')]) {
    const withFile = { ...message, text: '', media: [file] };
    await attempt(async () => {
      const prepared = (await messages?.prepare(run.connection(), withFile)) ?? {};
      await messages?.send(run.connection(), withFile, prepared);
    });
  }
  await attempt(() => messages?.find(run.connection(), message));
  await attempt(() => messages?.conversationWith?.(run.connection(), author.networkUserId));
  const { notices } = NETWORKS[platform];
  await attempt(() => notices?.subscribe?.(run.connection()));
  await attempt(() => notices?.unsubscribe?.(run.connection()));
}

/** What the network refuses: an unknown token, and a text that is too long. */
async function refusals(platform: Platform, exchanges: Exchange[]): Promise<void> {
  const run = new Run(platform, exchanges);
  const { account } = run.scene;
  const unknown = { ...account, credentials: { ...account.credentials, accessToken: 'unknown' } };
  await attempt(() => run.adapter.checkToken(run.connection(unknown)));
  await attempt(() => run.publish(run.scene.post('long '.repeat(20_000))));
}

const runs = new Map<Platform, Promise<readonly Exchange[]>>();

/** All that an adapter can send, with what its simulated network answers. */
export function exchangesWith(platform: Platform): Promise<readonly Exchange[]> {
  const run = runs.get(platform) ?? runOver(platform);
  runs.set(platform, run);
  return run;
}

async function runOver(platform: Platform): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  await posts(platform, exchanges);
  await partsAndNumbers(platform, exchanges);
  await inbox(platform, exchanges);
  await refusals(platform, exchanges);
  // A member of LinkedIn has other numbers than a Page.
  if (platform === 'linkedin') await partsAndNumbers(platform, exchanges, linkedinMember.networkUserId);
  exchanges.push(...(await signingIn(platform)));
  return exchanges;
}
