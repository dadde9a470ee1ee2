import { join } from 'node:path';
import { systemClock } from '../../src/backend/base/clock.js';
import { readFetchPolicy } from '../../src/backend/fetching/fetch-policy.js';
import { PostriderClient } from '../../src/client/client.js';
import type { OutboxPost } from '../../src/contract/sandbox/sandbox.js';
import { PageSite } from '../support/http/page-site.js';
import { InboxScene } from '../support/inbox-scene.js';
import { BackendUnderTest } from '../support/running-backend.js';

/** The workspace's time zone: not the machine's, and an hour or two away from UTC. */
export const ZONE = 'Europe/Berlin';

const FILM = join(import.meta.dirname, '../fixtures/media/film.mp4');

export const QUESTIONS = ['Do you ship to Norway?', 'Is there parking?'] as const;

/** A workspace for the example requests: an article, a published video, and unanswered comments. */
export class Stage {
  readonly test: BackendUnderTest<typeof systemClock>;
  readonly client: PostriderClient;
  readonly article: string;
  /** The URL of the video. */
  readonly videoUrl: string;
  readonly commentIds: readonly string[];
  readonly #inbox: InboxScene;
  readonly #site: PageSite;
  readonly #commentedPost: string;

  private constructor(made: {
    test: BackendUnderTest<typeof systemClock>;
    client: PostriderClient;
    site: PageSite;
    inbox: InboxScene;
    videoUrl: string;
    commentedPost: string;
    commentIds: readonly string[];
  }) {
    this.test = made.test;
    this.client = made.client;
    this.article = `${made.site.origin}/news`;
    this.videoUrl = made.videoUrl;
    this.commentIds = made.commentIds;
    this.#inbox = made.inbox;
    this.#site = made.site;
    this.#commentedPost = made.commentedPost;
  }

  static async open(): Promise<Stage> {
    const site = await PageSite.open();
    const fetching = readFetchPolicy([site.origin], null);
    const test = await BackendUnderTest.startOn(systemClock, ':memory:', { fetching });
    await test.backend.services.store.db.updateTable('workspaces').set({ timezone: ZONE }).execute();
    const client = new PostriderClient({ apiKey: await test.newKey('sandbox'), baseUrl: test.backend.url });
    const { key } = await client.media.upload(FILM);
    const video = await client.posts.create({
      platform: 'mastodon',
      text: 'How we roast',
      mediaUrls: [key],
      scheduleMode: 'now',
    });
    const out = await client.posts.get(video.id, { wait: 30 });
    const inbox = await InboxScene.of(test);
    const commentedPost = await inbox.published(await inbox.account('instagram'));
    const commentIds: string[] = [];
    for (const [index, text] of QUESTIONS.entries())
      commentIds.push(await inbox.commentOn(commentedPost, { text, author: `@guest${index}` }));
    const videoUrl = out.targets[0]?.url;
    if (!videoUrl) throw new Error(`The video is not out: ${out.status}`);
    return new Stage({ test, client, site, inbox, videoUrl, commentedPost, commentIds });
  }

  /** What readers see at the networks, without what was there before. */
  async outbox(): Promise<readonly OutboxPost[]> {
    const { data } = await this.client.testOutbox.list({ limit: 100 });
    return data.filter(({ url, text }) => url !== this.videoUrl && text !== 'New beans are in.');
  }

  /** The account's replies to people's comments, as stored at the network. */
  async answersAtNetwork(): Promise<readonly string[]> {
    const account = await this.#inbox.account('instagram');
    const all = await this.#inbox.commentsAtNetwork(account, this.#commentedPost);
    return all
      .filter(({ networkUserId }) => networkUserId === account.network_user_id)
      .map(({ text }) => text);
  }

  /** Advances the workspace's clock, and runs everything that becomes due. */
  async pass(seconds: number): Promise<void> {
    await this.client.testClock.move({ action: 'advance', seconds });
  }

  async close(): Promise<void> {
    await this.test.close();
    this.#site.close();
  }
}
