import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';
import { textAt, valueAt } from '../../src/backend/networks/requests/json-answer.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Connection } from '../../src/contract/accounts/connections.js';
import type { Problem } from '../../src/contract/errors.js';
import type { Post } from '../../src/contract/posts/posts.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { blobAt, recordAt } from './as-used/read-back.js';
import { BreakingProxy, LOSSES } from './breaking-proxy.js';
import { writeLosses } from './measured.js';
import { Pds, type PdsAccount } from './servers/start-pds.js';
import { Snac, type SnacAccount } from './servers/start-snac.js';
import { VIDEO_SERVICE, VideoStandIn } from './video-stand-in.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');
const MEDIA = join(import.meta.dirname, '../fixtures/media');
/** A lost answer is looked up after half a second, and again after pauses. */
const PUBLISHED_WITHIN_MS = 90_000;

interface Site {
  readonly account: Account;
  /** The texts at the server, each as often as it is there, oldest first. */
  texts(): Promise<readonly string[]>;
  readonly proxy: BreakingProxy;
}

let test: BackendUnderTest<Clock>;
const measured: (readonly (string | number)[])[] = [];
afterAll(() => writeLosses('networks-losses', measured));

async function finished({ body }: { readonly body: Connection }, answer: object): Promise<Account> {
  const { body: connected } = await test.post<Connection>(`/v1/connections/${body.id}/finish`, answer);
  if (!connected.account) throw new Error(JSON.stringify(connected));
  return connected.account;
}

async function publish(account: Account, text: string, more: object = {}): Promise<Post> {
  const made = await test.post<Post>('/v1/posts', {
    accountIds: [account.id],
    text,
    scheduleMode: 'now',
    ...more,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const read = async () => (await test.get<Post>(`/v1/posts/${made.body.id}`)).body;
  await expect
    .poll(async () => (await read()).status, { timeout: PUBLISHED_WITHIN_MS, interval: 200 })
    .toMatch(/^(published|failed|unknown|partly_published)$/);
  return read();
}

/** @returns the key of the uploaded file */
async function upload(name = 'photo.png', type = 'image/png'): Promise<string> {
  const response = await fetch(`${test.backend.url}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.key}`, 'content-type': type },
    body: new Uint8Array(readFileSync(join(MEDIA, name))),
  });
  const uploaded: unknown = await response.json();
  return String(valueAt(uploaded, 'key') ?? JSON.stringify(uploaded));
}

function countOf(texts: readonly string[], text: string): number {
  return texts.filter((one) => one.includes(text)).length;
}

/** What both networks must do alike. */
function publishesForReal(siteOf: () => Site): void {
  it('publishes text, with a link and a mention of nobody', async () => {
    const text = 'We are open on Sunday: https://fernhill.example/hours. Thanks, @nobody.example!';
    const post = await publish(siteOf().account, text);
    expect(post.targets[0]).toMatchObject({ status: 'published', error: null });
    expect(post.targets[0]?.url).toMatch(/^https?:\/\//);
    expect(countOf(await siteOf().texts(), 'We are open on Sunday')).toBe(1);
  });

  it('publishes an image with its alternative text', async () => {
    const more = { mediaUrls: [await upload()], altTexts: ['A cup of coffee'] };
    const post = await publish(siteOf().account, 'New beans are in.', more);
    expect(post.targets[0]).toMatchObject({ status: 'published' });
  });

  it('publishes a thread in order', async () => {
    const { platform } = siteOf().account;
    const post = await publish(siteOf().account, 'One of three', {
      overrides: [{ target: platform, thread: ['Two of three', 'Three of three'] }],
    });
    expect(post.targets[0]?.parts.map(({ status }) => status)).toEqual([
      'published',
      'published',
      'published',
    ]);
    const texts = (await siteOf().texts()).filter((text) => text.includes(' of three'));
    expect(texts.map((text) => /One|Two|Three/.exec(text)?.[0])).toEqual(['One', 'Two', 'Three']);
  });

  it.each(LOSSES)('has each post of a thread once if the answers to two of them are %s', async (loss) => {
    const { platform } = siteOf().account;
    const texts = [`First [${loss}]`, `Second, of ${loss}`, `Third [${loss}]`] as const;
    const before = siteOf().proxy.losses;
    const post = await publish(siteOf().account, texts[0], {
      overrides: [{ target: platform, thread: texts.slice(1) }],
    });
    expect(siteOf().proxy.losses - before).toBe(2);
    expect(post.status).toBe('published');
    const there = await siteOf().texts();
    const counts = texts.map((text) => countOf(there, text));
    measured.push([
      `${siteOf().account.platform}: ${loss}`,
      counts.length,
      siteOf().proxy.losses - before,
      ...[(count: number) => count === 1, (count: number) => count > 1, (count: number) => count === 0].map(
        (is) => counts.filter(is).length,
      ),
    ]);
    expect(counts).toEqual([1, 1, 1]);
  });

  it('says that the account is healthy', async () => {
    const { body } = await test.post<Account>(`/v1/accounts/${siteOf().account.id}/check`, {});
    expect(body.health).toMatchObject({ status: 'healthy', reason: null });
  });
}

describe.skipIf(ensuredPds.installed === null)(
  'a Bluesky account at a real server',
  { timeout: 120_000 },
  () => {
    let pds: Pds | null = null;
    let video: VideoStandIn;
    let owner: PdsAccount;
    let site: Site;

    beforeAll(async () => {
      if (ensuredPds.installed === null) return;
      pds = await Pds.start(ensuredPds.installed);
      const { origin } = pds;
      owner = await pds.createAccount('fernhill');
      const proxy = await BreakingProxy.before(origin, ({ url = '' }) => url.includes('putRecord'));
      video = await VideoStandIn.before(origin);
      test = await startLive({
        [origin]: proxy.origin,
        [VIDEO_SERVICE]: video.origin,
        'https://plc.directory': pds.plc,
      });
      const begun = await test.post<Connection>('/v1/connections', { platform: 'bluesky', server: origin });
      const account = await finished(begun, { identifier: owner.handle, appPassword: owner.appPassword });
      site = { account, proxy, texts: () => postsAtPds(origin, owner.did) };
    }, 120_000);
    afterAll(async () => {
      await test.close();
      await site.proxy.close();
      await video.close();
      await pds?.stop();
    });

    it('is not connected with its own password', async () => {
      const begun = await test.post<Connection>('/v1/connections', {
        platform: 'bluesky',
        server: pds?.origin,
      });
      const { body } = await test.post<Problem>(`/v1/connections/${begun.body.id}/finish`, {
        identifier: owner.handle,
        appPassword: owner.password,
      });
      expect(body).toMatchObject({
        code: 'sign_in_refused',
        detail: expect.stringContaining('app password'),
      });
    });

    publishesForReal(() => site);

    it('publishes a video, which the video service has stored at the server', async () => {
      if (pds === null) return;
      const more = { mediaUrls: [await upload('film.mp4', 'video/mp4')], altTexts: ['A cup turns'] };
      expect((await publish(site.account, 'A film', more)).status).toBe('published');
      const { value } = await recordAt(pds, owner, 'A film');
      expect(value).toMatchObject({
        embed: { $type: 'app.bsky.embed.video', alt: 'A cup turns', aspectRatio: { width: 64, height: 36 } },
      });
      const cid = textAt(value, 'embed', 'video', 'ref', '$link') ?? '';
      const film = readFileSync(join(MEDIA, 'film.mp4'));
      expect(film.equals(await blobAt(pds, owner, cid))).toBe(true);
    });

    it('says so when the server has taken the account down, and publishes again when it is restored', async () => {
      await pds?.takeDown(owner.did);
      const post = await publish(site.account, 'Nobody will read this.');
      expect(post.targets[0]).toMatchObject({ status: 'failed', error: { code: 'account_restricted' } });
      const { body } = await test.get<Account>(`/v1/accounts/${site.account.id}`);
      expect(body.health).toMatchObject({ status: 'disabled', actionUrl: expect.stringContaining(body.id) });
      await pds?.restore(owner.did);
      const checked = await test.post<Account>(`/v1/accounts/${site.account.id}/check`, {});
      expect(checked.body.health.status).toBe('healthy');
      expect((await publish(site.account, 'We are back.')).status).toBe('published');
    });

    it('keeps its id when it is connected again, and loses its access when it is disconnected', async () => {
      const begun = await test.post<Connection>('/v1/connections', {
        platform: 'bluesky',
        accountId: site.account.id,
      });
      const again = await finished(begun, { identifier: owner.handle, appPassword: owner.appPassword });
      expect(again.id).toBe(site.account.id);
      const { body } = await test.request('DELETE', `/v1/accounts/${again.id}`);
      expect(body).toMatchObject({ removed: false, revoked: true });
    });
  },
);

describe.skipIf(ensuredSnac.installed === null)(
  'a Mastodon account at a real server',
  { timeout: 120_000 },
  () => {
    let snac: Snac | null = null;
    let owner: SnacAccount;
    let site: Site;

    beforeAll(async () => {
      if (ensuredSnac.installed === null) return;
      snac = await Snac.start(ensuredSnac.installed);
      const { origin } = snac;
      owner = await snac.createAccount('fernhill');
      const proxy = await BreakingProxy.before(
        origin,
        ({ url, method }) => method === 'POST' && url === '/api/v1/statuses',
      );
      test = await startLive({ [origin]: proxy.origin });
      const begun = await test.post<Connection>('/v1/connections', { platform: 'mastodon', server: origin });
      const callbackUrl = await snac.allow(begun.body.authorizeUrl ?? '', owner);
      const account = await finished(begun, { callbackUrl });
      site = { account, proxy, texts: () => statusesAt(origin, owner) };
    }, 120_000);
    afterAll(async () => {
      await test.close();
      await site.proxy.close();
      await snac?.stop();
    });

    publishesForReal(() => site);
  },
);

/** @param reroute servers behind their proxies */
function startLive(reroute: Readonly<Record<string, string>>): Promise<BackendUnderTest<Clock>> {
  return BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute, settleDelay: 500, lateLooks: [2000] },
  });
}

async function postsAtPds(origin: string, did: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post', limit: '100' });
  const response = await fetch(`${origin}/xrpc/com.atproto.repo.listRecords?${query}`);
  const { records } = (await response.json()) as { records: unknown[] };
  return records
    .map((record) => ({
      text: String(valueAt(record, 'value', 'text')),
      at: String(valueAt(record, 'value', 'createdAt')),
    }))
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ text }) => text);
}

async function statusesAt(origin: string, { id, token }: SnacAccount): Promise<readonly string[]> {
  const response = await fetch(`${origin}/api/v1/accounts/${id}/statuses?limit=40`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const statuses = (await response.json()) as { content: string }[];
  return statuses.map(({ content }) => content).reverse();
}
