import { describe, expect, it } from 'vitest';
import { losingAnswer, needsMedia, Scene } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { canLookUpOn } from '../../networks/looks-up-posts.js';
import { RULES } from '../../networks/rules.js';
import { pagePostOf } from '../simulators/conversation.js';
import { DEMO_ACCOUNTS } from '../simulators/demo-accounts.js';
import { renderNetworkPost } from '../simulators/pages.js';
import { NetworkRefusal } from './adapter.js';
import type { WireRequest } from './wire.js';

/** The request that publishes on each network. */
const PUBLISHES: Readonly<Record<Platform, (request: WireRequest) => boolean>> = {
  linkedin: ({ path }) => path === '/rest/posts',
  x: ({ path }) => path === '/2/tweets',
  instagram: ({ path }) => path.endsWith('/media_publish'),
  tiktok: ({ method }) => method === 'PUT',
  youtube: ({ method, headers }) => method === 'PUT' && !headers['content-range']?.startsWith('bytes */'),
  threads: ({ path }) => path.endsWith('/threads_publish'),
  bluesky: ({ path }) => path.endsWith('putRecord'),
  mastodon: ({ path }) => path === '/api/v1/statuses',
  pinterest: ({ method, path }) => method === 'POST' && path === '/v5/pins',
  facebook: ({ method, path }) => method === 'POST' && path.endsWith('/feed'),
};

const ID_SHAPES: Readonly<Record<Platform, RegExp>> = {
  linkedin: /^urn:li:share:\d{19}$/,
  x: /^\d{19}$/,
  instagram: /^17\d{15}$/,
  tiktok: /^\d{19}$/,
  youtube: /^[\w-]{11}$/,
  threads: /^18\d{15}$/,
  bluesky: /^at:\/\/did:plc:[a-z2-7]{24}\/app\.bsky\.feed\.post\/[234567a-z]{13}$/,
  mastodon: /^\d{18}$/,
  pinterest: /^\d{18}$/,
  facebook: /^\d+_\d{15}$/,
};

const TEXT =
  'New beans from Huehuetenango.\n\nTaste them on Saturday, 3 < 4 & more: https://fernhill.example/menu?a=1&b=2 #coffee';
const SAFE_TEXT =
  'New beans from Huehuetenango. Taste them on Saturday: https://fernhill.example/menu?a=1&b=2 #coffee';

/** YouTube does not allow angle brackets. */
const textFor = (platform: Platform) => (platform === 'youtube' ? SAFE_TEXT : TEXT);

async function refusalOf(work: Promise<unknown>): Promise<NetworkRefusal> {
  const fault = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (fault instanceof NetworkRefusal) return fault;
  throw new Error(`No refusal: ${String(fault)}`);
}

describe.each(PLATFORMS)('%s', (platform) => {
  it('publishes with an id and a URL, whose page shows the text', async () => {
    const scene = new Scene(platform);
    const text = textFor(platform);
    const delivered = await scene.publish(scene.post(text));
    const [stored] = scene.memory.posts;
    expect(scene.memory.posts).toHaveLength(1);
    expect(delivered).toEqual({
      networkPostId: stored?.networkPostId,
      url: `${scene.webUrl}${stored?.path}`,
      adopted: false,
    });
    expect(delivered.networkPostId).toMatch(ID_SHAPES[platform]);
    expect(stored?.text).toBe(text);
    if (!stored) return;
    const { account, webUrl, now } = scene;
    const post = pagePostOf(platform, stored, ({ sha256 }) => `/media/files/${sha256}`);
    const html = await renderNetworkPost({ platform, account, post, webUrl, now });
    expect(html).toContain('New beans from Huehuetenango.');
    expect(html).toContain('Simulated by Postrider — nothing was sent to');
  });

  it('publishes once if a response is lost', async () => {
    const scene = new Scene(platform);
    const { adapter } = scene.network;
    const post = scene.post(textFor(platform));
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    const losing = scene.connection(losingAnswer(scene.wire, PUBLISHES[platform]));
    await expect(adapter.create(losing, post, prepared)).rejects.toMatchObject({ sent: true });
    const [made] = scene.memory.posts;

    scene.now += 30_000;
    const connection = scene.connection();
    const found =
      adapter.recovery === 'lookup'
        ? await adapter.find?.(connection, post, prepared)
        : await adapter.create(connection, post, prepared);
    expect(found).toMatchObject({
      networkPostId: made?.networkPostId,
      url: `${scene.webUrl}${made?.path}`,
      adopted: true,
    });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('finds nothing if nothing was published', async () => {
    const scene = new Scene(platform);
    const { adapter } = scene.network;
    const post = scene.post(textFor(platform));
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    scene.now += 30_000;
    expect(canLookUpOn(platform)).toBe(adapter.find !== undefined);
    if (adapter.find) expect(await adapter.find(scene.connection(), post, prepared)).toBeNull();
    else expect(['key', 'none']).toContain(adapter.recovery);
  });

  it('needs to be reconnected if the token is revoked', async () => {
    const scene = new Scene(platform);
    const account = { ...scene.account, credentials: { accessToken: 'revoked' } };
    const connection = scene.connection(scene.wire, account);
    const refusal = await refusalOf(scene.publish(scene.post(textFor(platform)), connection));
    expect(refusal).toMatchObject({ code: 'account_reconnect_required' });
    expect(refusal.answer.message).toBeTruthy();
    expect(await refusalOf(scene.network.adapter.checkToken(connection))).toMatchObject({
      code: 'account_reconnect_required',
    });
  });

  it('reports a healthy token', async () => {
    const scene = new Scene(platform);
    const health = await scene.network.adapter.checkToken(scene.connection());
    expect(health.status).toBe('healthy');
  });

  it('rejects a text that is one character too long, with the network’s own error', async () => {
    const scene = new Scene(platform);
    const { max } = RULES[platform].text;
    const fitting = 'a'.repeat(max.value);
    await scene.publish(scene.post(fitting));
    const refusal = await refusalOf(scene.publish(scene.post(`${fitting}a`)));
    expect(refusal.code).toBe('text_too_long');
    expect(refusal.answer.message).toBeTruthy();
    expect(scene.memory.posts).toHaveLength(1);
  });

  if (needsMedia(platform))
    it('requires media, with the network’s own error', async () => {
      const scene = new Scene(platform);
      const refusal = await refusalOf(scene.publish(scene.post(textFor(platform), {}, [])));
      expect(refusal.code).toBe('media_required');
      expect(refusal.answer.message).toBeTruthy();
    });

  it('stores the request as the network received it', async () => {
    const scene = new Scene(platform);
    await scene.publish(scene.post(textFor(platform)));
    expect(JSON.stringify(scene.memory.posts[0]?.rawCall)).toContain('Huehuetenango');
  });

  it('has one demo account', () => {
    expect(DEMO_ACCOUNTS.filter((account) => account.platform === platform)).toHaveLength(1);
  });
});
