import { describe, expect, it } from 'vitest';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { type Checked, check } from './check.js';
import { DESCRIPTIONS } from './descriptions.js';
import type { Exchange } from './exchange.js';
import { KNOWN_DIFFERENCES } from './known-differences.js';
import { exchangesWith } from './run.js';

/** What was checked, for `docs/networks.md`. `vitest -u` writes it. */
const RESULT = '../fixtures/network-descriptions/checked.json';

const checks = new Map<Platform, Promise<Checked>>();

function checked(platform: Platform): Promise<Checked> {
  const found =
    checks.get(platform) ?? exchangesWith(platform).then((all) => check(DESCRIPTIONS[platform].read(), all));
  checks.set(platform, found);
  return found;
}

describe('what adapters send and simulated networks answer', () => {
  it.each(PLATFORMS)('on %s is what the network describes', async (platform) => {
    const { problems } = await checked(platform);
    expect(problems).toEqual(Object.keys(KNOWN_DIFFERENCES[platform] ?? {}).sort());
  });

  it('is counted as the page of the networks says', async () => {
    const rows = [];
    for (const platform of PLATFORMS) {
      const { words, isOfficial } = DESCRIPTIONS[platform];
      const { requests, answers, undescribed } = await checked(platform);
      const differs = KNOWN_DIFFERENCES[platform] ?? {};
      rows.push([platform, { requests, answers, against: words, isOfficial, undescribed, differs }]);
    }
    await expect(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`).toMatchFileSnapshot(RESULT);
  });
});

/** An exchange that is whole but for these changes. */
const changed = (exchange: Exchange, changes: Partial<Exchange>): Exchange => ({ ...exchange, ...changes });

/** The first exchange of a call in a run over a network. */
async function exchangeOf(
  platform: (typeof PLATFORMS)[number],
  method: string,
  end: RegExp,
): Promise<Exchange> {
  const found = (await exchangesWith(platform)).find(
    (one) => one.method === method && end.test(one.path) && one.answer.status < 300,
  );
  if (!found) throw new Error(`Nothing was sent to ${method} ${end.source}.`);
  return found;
}

describe('the check against descriptions', () => {
  it('finds a field of an answer that is missing or has another type', async () => {
    const exchange = await exchangeOf('mastodon', 'POST', /statuses$/);
    const { id: _id, ...others } = Object(exchange.answer.body);
    const description = DESCRIPTIONS.mastodon.read();
    const said = (body: unknown) =>
      check(description, [changed(exchange, { answer: { status: 200, body } })]).problems.join();
    expect(said(others)).toContain("must have required property 'id'");
    expect(said({ ...others, id: 1 })).toContain('/id must be string');
  });

  it('finds a field of a request that the network does not have, and a parameter of a query', async () => {
    const pin = await exchangeOf('pinterest', 'POST', /pins$/);
    const value = { ...Object(pin.body.kind === 'json' ? pin.body.value : {}), colour: '#fff' };
    const body = { kind: 'json', value } as const;
    const { problems } = check(DESCRIPTIONS.pinterest.read(), [
      changed(pin, { body, query: { board: '1' } }),
    ]);
    expect(problems).toEqual([
      'POST /v5/pins: request /colour is not described',
      'POST /v5/pins: the query has no board',
    ]);
  });

  it('finds a fault in a record that only its own lexicon describes', async () => {
    const put = await exchangeOf('bluesky', 'POST', /putRecord$/);
    const sent = Object(put.body.kind === 'json' ? put.body.value : {});
    const value = { ...sent, record: { ...sent.record, createdAt: 'today', langs: 'en' } };
    const { problems } = check(DESCRIPTIONS.bluesky.read(), [
      changed(put, { body: { kind: 'json', value } }),
    ]);
    expect(problems).toEqual([
      'POST /xrpc/com.atproto.repo.putRecord: request /createdAt must match format "date-time"',
      'POST /xrpc/com.atproto.repo.putRecord: request /langs must be array',
    ]);
  });

  it('finds an enum value that YouTube does not have', async () => {
    const opened = await exchangeOf('youtube', 'POST', /videos$/);
    const sent = Object(opened.body.kind === 'json' ? opened.body.value : {});
    const value = { ...sent, status: { ...sent.status, privacyStatus: 'friends' } };
    const { problems } = check(DESCRIPTIONS.youtube.read(), [
      changed(opened, { body: { kind: 'json', value } }),
    ]);
    expect(problems).toContain(
      'POST /upload/youtube/v3/videos: request /status/privacyStatus must be equal to one of the allowed values',
    );
  });

  it('finds a wrong type in our own notes of a documentation', async () => {
    const opened = await exchangeOf('tiktok', 'POST', /video\/init\/$/);
    const answer = { status: 200, body: { data: { publish_id: 7 }, error: {} } };
    expect(check(DESCRIPTIONS.tiktok.read(), [changed(opened, { answer })]).problems).toEqual(
      [
        "POST /v2/post/publish/video/init/: answer 200 /data must have required property 'upload_url'",
        'POST /v2/post/publish/video/init/: answer 200 /data/publish_id must be string',
        "POST /v2/post/publish/video/init/: answer 200 /error must have required property 'code'",
        "POST /v2/post/publish/video/init/: answer 200 /error must have required property 'log_id'",
        "POST /v2/post/publish/video/init/: answer 200 /error must have required property 'message'",
      ].sort(),
    );
  });

  it('names what no description covers', async () => {
    const exchange = await exchangeOf('tiktok', 'GET', /user\/info\/$/);
    const other = changed(exchange, { path: '/v2/user/secrets/' });
    expect(check(DESCRIPTIONS.tiktok.read(), [other])).toMatchObject({
      requests: 0,
      undescribed: ['GET /v2/user/secrets/'],
    });
  });
});
