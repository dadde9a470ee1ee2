import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppConnecting } from '../../../../../test/support/networks/sign-in/app-connecting.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { Comment, CommentPage } from '../../../../contract/inbox/comments.js';
import type { StoredMedia } from '../../../../contract/media/media.js';
import type { PostPage } from '../../../../contract/posts/posts.js';
import { json } from '../../../networks/answers.js';
import { linkedinPage } from '../../../simulators/over-http/sign-in/linkedin.js';
import type { SignInData } from '../../../simulators/over-http/sign-in/sign-in-data.js';
import { threads } from '../../../simulators/over-http/sign-in/threads.js';
import { x } from '../../../simulators/over-http/sign-in/x.js';
import { youtube } from '../../../simulators/over-http/sign-in/youtube.js';
import { xSnowflake } from '../../../simulators/shared/network-ids.js';
import { personOf } from '../../../simulators/shared/people.js';

const MINUTE = 60_000;
const FILM = join(import.meta.dirname, '../../../../../test/fixtures/media/film.mp4');
const MIA = personOf('mia', 'Mia');

interface Case {
  readonly name: string;
  readonly signIn: SignInData;
  readonly choices?: readonly string[];
  /** What a post needs besides its text. */
  readonly content?: object;
  readonly hasFilm?: true;
  /** The network's id of a comment. */
  readonly commentId: (networkPostId: string, number: number, now: number) => string;
  /** What the network answers without the permission to read comments. */
  readonly lacking: (path: string) => unknown;
  readonly lacks: string;
  /** How its author is named. */
  readonly author: string;
}

const CASES: readonly Case[] = [
  {
    name: 'Threads',
    signIn: threads,
    commentId: (_, number) => `1790000000000000${number}`,
    lacking: (path) =>
      path.endsWith('/conversation') && { error: { message: '(#10) Permission', type: 'X', code: 10 } },
    lacks: 'threads_read_replies',
    author: 'mia',
  },
  {
    name: 'YouTube',
    signIn: youtube,
    choices: ['UCm4q7fernhill2coffeexQ1w'],
    content: { title: 'At the bakery', privacy: 'public', madeForKids: false },
    hasFilm: true,
    commentId: (_, number) => `UgxComment${number}`,
    lacking: (path) =>
      path.endsWith('/commentThreads') && {
        error: { code: 403, message: 'Insufficient', errors: [{ reason: 'insufficientPermissions' }] },
      },
    lacks: 'youtube.force-ssl',
    author: 'mia',
  },
  {
    name: 'a LinkedIn Page',
    signIn: linkedinPage,
    choices: ['urn:li:organization:90417326'],
    commentId: (post, number) => `urn:li:comment:(${post},700000000000000000${number})`,
    lacking: (path) =>
      path.endsWith('/organizationalEntityNotifications') && {
        status: 403,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions',
      },
    lacks: 'rw_organization_admin',
    author: 'A LinkedIn member',
  },
  {
    name: 'X',
    signIn: x,
    commentId: (_, number, now) => xSnowflake(now + number, () => 0.5),
    lacking: (path) =>
      path.endsWith('/mentions') && {
        ...{ title: 'Forbidden', status: 403, detail: 'You are not permitted to perform this action.' },
        type: 'about:blank',
      },
    lacks: 'tweet.read',
    author: 'Mia',
  },
];

describe.each(CASES)('comments on posts of $name', (one) => {
  const { signIn, choices, content = {}, hasFilm, commentId, lacking, lacks, author } = one;
  const { platform } = signIn;
  let network: AppConnecting;
  let account: Account;
  let isLacking = false;

  beforeAll(async () => {
    network = await AppConnecting.start({
      ...signIn,
      first: (request, service) => {
        const refusal = isLacking ? lacking(request.url.pathname) : false;
        return refusal ? json(403, refusal) : (signIn.first?.(request, service) ?? null);
      },
    });
    network.signIn.app.redirects.push('https://localhost/connect/callback');
    account = await network.connect(choices, signIn.platform === 'threads' ? { method: 'paste' } : {});
    const mediaUrls = hasFilm ? [await film()] : [];
    const made = await network.test.post('/v1/posts', {
      ...{ accountIds: [account.id], text: 'Oat milk is here', scheduleMode: 'now', mediaUrls },
      ...(Object.keys(content).length > 0 && { overrides: [{ target: platform, ...content }] }),
    });
    expect([made.status, JSON.stringify(made.body)]).toMatchObject([201, expect.any(String)]);
    await vi.waitFor(async () => expect(await published()).toBe('published'), { timeout: 20_000 });
    if (platform === 'x') await choose(true);
  });
  afterAll(() => network.close());

  const memory = () => network.signIn.network.scene.memory;
  const calls = (part: string) => network.signIn.network.log.filter((line) => line.includes(part)).length;
  const comments = async () => (await network.test.get<CommentPage>('/v1/comments?order=asc')).body.data;
  async function count(): Promise<number> {
    let [amount, more] = [0, ''];
    do {
      const page = await network.test.get<CommentPage>(`/v1/comments?limit=100${more}`);
      amount += page.body.data.length;
      more = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
    } while (more !== '');
    return amount;
  }
  const accountNow = async () => (await network.test.get<Account>(`/v1/accounts/${account.id}`)).body;
  const choose = (read: boolean) =>
    network.test.request<Account>('PATCH', `/v1/accounts/${account.id}`, { body: { comments: { read } } });

  async function film(): Promise<string> {
    const response = await fetch(`${network.test.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${network.test.key}`, 'content-type': 'video/mp4' },
      body: readFileSync(FILM),
    });
    const { media } = (await response.json()) as StoredMedia;
    return media[0]?.key ?? '';
  }

  /** YouTube processes a video for a while. */
  async function published(): Promise<string | undefined> {
    network.test.clock.advance(3000);
    await network.test.backend.runDue();
    return (await network.test.get<PostPage>('/v1/posts')).body.data[0]?.status;
  }

  let number = 0;
  async function write(text: string, parentId: string | null = null): Promise<string> {
    number += 1;
    const { networkPostId = '' } = memory().posts[0] ?? {};
    const createdAt = network.test.clock.now() + number;
    const id = commentId(networkPostId, number, network.test.clock.now());
    const by = { networkUserId: MIA.networkUserId, author: MIA };
    await memory().addComment({ commentId: id, networkPostId, parentId, ...by, text, createdAt });
    return id;
  }

  async function look(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      network.test.clock.advance(31 * MINUTE);
      await network.test.backend.runDue();
    }
  }

  it('are read, with what replies to them, once each', async () => {
    await look();
    const first = await write('Where?');
    await write('In Oslo, too?', first);
    await look();
    await look();
    expect(account.capabilities).toMatchObject({ comments: true, messages: false });
    expect(await comments()).toMatchObject([
      {
        ...{ text: 'Where?', parentCommentId: null, simulated: false, awaitingReply: true },
        author: { displayName: author },
      },
      { text: 'In Oslo, too?', parentCommentId: expect.stringMatching(/^cmt_/) },
    ]);
  });

  it('are answered once, and the answer is no new comment', async () => {
    const [comment] = await comments();
    const { status, body } = await network.test.post<{ comment: Comment }>('/v1/comments', {
      parentCommentId: comment?.id,
      text: 'At the harbour.',
    });
    expect([status, body]).toMatchObject([201, {}]);
    await network.test.backend.runDue();
    await look();
    const said = [...memory().posts, ...memory().comments].map(({ text }) => text);
    expect(said.filter((text) => text === 'At the harbour.')).toHaveLength(1);
    expect((await comments()).map(({ text }) => text)).toEqual(['Where?', 'In Oslo, too?']);
    const answered = await network.test.get<Comment>(`/v1/comments/${comment?.id}`);
    expect(answered.body).toMatchObject({ awaitingReply: false });
  });

  it('says what the app lacks to read them, and publishes all the same', async () => {
    isLacking = true;
    await look();
    const { inboxNotes, health } = await accountNow();
    expect(inboxNotes).toEqual([expect.stringContaining(lacks)]);
    expect(health.status).toBe('healthy');
    isLacking = false;
    await write('Anybody?');
    await look();
    expect((await accountNow()).inboxNotes).toEqual([]);
    expect((await comments()).map(({ text }) => text)).toContain('Anybody?');
  });

  it('cannot be hidden or deleted where the network does not offer it, and the answer says so', async () => {
    const [comment] = await comments();
    const answers = await Promise.all(
      ['hide', 'unhide'].map((act) => network.test.post(`/v1/comments/${comment?.id}/${act}`, {})),
    );
    const hides = platform === 'threads' || platform === 'youtube';
    expect(answers.map(({ status }) => status)).toEqual(hides ? [200, 200] : [409, 200]);
    const { status } = await network.test.request('DELETE', `/v1/comments/${comment?.id}`);
    expect(status).toBe(platform === 'youtube' ? 200 : 409);
  });

  it.runIf(platform === 'x')('are read up to the limit of a day, and further on the next', async () => {
    const earlier = await count();
    for (let one = 0; one < 101; one += 1) await write(`Question ${one}`);
    await look();
    expect((await accountNow()).inboxNotes).toEqual([expect.stringContaining('100 mentions')]);
    expect((await count()) - earlier).toBeLessThan(101);
    network.test.clock.advance(24 * 60 * MINUTE);
    await look();
    expect((await accountNow()).inboxNotes).toEqual([]);
    expect((await count()) - earlier).toBe(101);
  });

  it('are asked for no more once somebody has turned it off', async () => {
    const path = { threads: '/conversation', youtube: '/commentThreads', x: '/mentions' };
    const part = path[platform as keyof typeof path] ?? 'Notifications';
    await choose(false);
    await look();
    const before = calls(part);
    await look();
    expect(calls(part)).toBe(before);
    expect((await accountNow()).comments).toMatchObject({ read: false });
    expect(before).toBeGreaterThan(0);
  });
});
