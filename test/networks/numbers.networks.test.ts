import { describe, expect, inject, it } from 'vitest';
import { valueAt } from '../../src/backend/networks/requests/json-answer.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Connection } from '../../src/contract/accounts/connections.js';
import type { MetricReading, PostMetrics } from '../../src/contract/insights/metrics.js';
import { METRICS, MISSING_REASON_NAMES } from '../../src/contract/insights/values.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import type { BackendUnderTest } from '../support/running-backend.js';
import { recordAt } from './as-used/read-back.js';
import { published, startLive } from './live-backend.js';
import { Pds } from './servers/start-pds.js';
import { Snac } from './servers/start-snac.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');

const MINUTE_MS = 60_000;
/** The first reading is made when the post is an hour old, at a full five minutes. */
const FIRST_READING_MS = 65 * MINUTE_MS;
/** Servers count a moment later, and a slow machine takes longer. */
const PATIENCE = { timeout: 60_000, interval: 500 };
const TEXT = 'Oat milk is here';

/** The numbers of a post after an hour. */
async function afterAnHour(test: BackendUnderTest, postId: string): Promise<MetricReading> {
  test.clock.advance(FIRST_READING_MS);
  await test.backend.runDue();
  const { body } = await test.get<PostMetrics>(`/v1/posts/${postId}/metrics`);
  const reading = body.targets[0]?.windows['1h'];
  if (!reading) throw new Error(`Nothing was read: ${JSON.stringify(body)}`);
  return reading;
}

/** Every number is known, or has a reason. */
function expectReasons(reading: MetricReading): void {
  for (const metric of METRICS) {
    if (reading[metric] === null) expect(MISSING_REASON_NAMES, metric).toContain(reading.missing[metric]);
    else expect(reading.missing[metric], metric).toBeUndefined();
  }
}

function accountOf({ account }: Connection): Account {
  if (!account) throw new Error('The account was not connected.');
  return account;
}

describe.skipIf(ensuredSnac.installed === null)('the numbers of a real server of Mastodon’s API', () => {
  it('are the likes and replies that others made there', { timeout: 120_000 }, async () => {
    if (ensuredSnac.installed === null) return;
    const snac = await Snac.start(ensuredSnac.installed);
    const test = await startLive();
    try {
      const owner = await snac.createAccount('fernhill');
      const guest = await snac.createAccount('mia');
      const ask = async (path: string, body?: object): Promise<unknown> => {
        const response = await fetch(`${snac.origin}${path}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
          signal: AbortSignal.timeout(30_000),
        });
        const answer = await response.text();
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
        return JSON.parse(answer);
      };
      const begun = await test.post<Connection>('/v1/connections', {
        platform: 'mastodon',
        server: snac.origin,
      });
      const callbackUrl = await snac.allow(begun.body.authorizeUrl ?? '', owner);
      const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, {
        callbackUrl,
      });
      const post = await published(test, accountOf(body), TEXT);
      expect(post.status).toBe('published');

      const [status] = (await ask(`/api/v1/accounts/${owner.id}/statuses`)) as { readonly id: string }[];
      const path = `/api/v1/statuses/${status?.id}`;
      await ask(`${path}/favourite`, {});
      await ask('/api/v1/statuses', { status: '@fernhill Where?', in_reply_to_id: status?.id });
      await expect
        .poll(() => ask(path), PATIENCE)
        .toMatchObject({ favourites_count: 1, replies_count: 1, reblogs_count: 0 });

      const reading = await afterAnHour(test, post.id);
      expect(reading).toMatchObject({ likes: 1, replies: 1, reposts: 0, views: null });
      expectReasons(reading);
    } finally {
      await test.close();
      await snac.stop();
    }
  });
});

describe.skipIf(ensuredPds.installed === null)('the numbers of a real Bluesky server', () => {
  it('are the likes and replies that others made there', { timeout: 240_000 }, async () => {
    if (ensuredPds.installed === null) return;
    const postgres = await PostgresServer.start();
    const pds = await Pds.start(ensuredPds.installed, postgres.url());
    const test = await startLive();
    try {
      const owner = await pds.createAccount('fernhill');
      const guest = await pds.createAccount('mia');
      const { accessToken } = await pds.signIn(guest.handle, guest.password);
      const ask = async (method: string, body?: object): Promise<unknown> => {
        const response = await fetch(`${pds.origin}/xrpc/${method}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          signal: AbortSignal.timeout(30_000),
        });
        const answer: unknown = await response.json();
        if (!response.ok) throw new Error(`${method} answered ${response.status}: ${JSON.stringify(answer)}`);
        return answer;
      };
      const write = (collection: string, record: object) =>
        ask('com.atproto.repo.createRecord', {
          repo: guest.did,
          collection,
          record: { $type: collection, createdAt: new Date().toISOString(), ...record },
        });
      const { body } = await test.post<Connection>(`/v1/connections/${(await begin(test, pds)).id}/finish`, {
        identifier: owner.handle,
        appPassword: owner.appPassword,
      });
      const post = await published(test, accountOf(body), TEXT);
      expect(post.status).toBe('published');

      const { uri, key } = await recordAt(pds, owner, TEXT);
      const record = new URLSearchParams({ repo: owner.did, collection: 'app.bsky.feed.post', rkey: key });
      const cid = valueAt(await ask(`com.atproto.repo.getRecord?${record}`), 'cid');
      const subject = { uri, cid };
      await write('app.bsky.feed.like', { subject });
      await write('app.bsky.feed.post', { text: 'Where?', reply: { root: subject, parent: subject } });
      const uris = new URLSearchParams({ uris: uri });
      await expect
        .poll(() => ask(`app.bsky.feed.getPosts?${uris}`), PATIENCE)
        .toMatchObject({ posts: [{ likeCount: 1, replyCount: 1 }] });

      const reading = await afterAnHour(test, post.id);
      expect(reading).toMatchObject({ likes: 1, replies: 1, reposts: 0, quotes: 0, views: null });
      expectReasons(reading);
    } finally {
      await test.close();
      await pds.stop();
      await postgres.end();
    }
  });

  it('have a reason each where the server has no app view to count', { timeout: 120_000 }, async () => {
    if (ensuredPds.installed === null) return;
    const pds = await Pds.start(ensuredPds.installed);
    const test = await startLive();
    try {
      const owner = await pds.createAccount('fernhill');
      const { body } = await test.post<Connection>(`/v1/connections/${(await begin(test, pds)).id}/finish`, {
        identifier: owner.handle,
        appPassword: owner.appPassword,
      });
      const post = await published(test, accountOf(body), TEXT);
      const reading = await afterAnHour(test, post.id);
      expect(METRICS.filter((metric) => reading[metric] !== null)).toEqual([]);
      expectReasons(reading);
    } finally {
      await test.close();
      await pds.stop();
    }
  });
});

async function begin(test: BackendUnderTest, { origin: server }: Pds): Promise<Connection> {
  return (await test.post<Connection>('/v1/connections', { platform: 'bluesky', server })).body;
}
