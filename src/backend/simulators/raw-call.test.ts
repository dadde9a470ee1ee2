import { describe, expect, it } from 'vitest';
import { losingAnswer, Scene } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { pagePostOf } from './conversation.js';
import { renderNetworkPost, renderNetworkTimeline } from './pages.js';
import type { SimulatedPost } from './simulator.js';

const TEXT = 'New beans from Huehuetenango.';

/** The request that publishes a post, and the status of each network's response. */
const MADE_BY: Readonly<Record<Platform, readonly [RegExp, number]>> = {
  linkedin: [/^POST \/rest\/posts$/, 201],
  x: [/^POST \/2\/tweets$/, 201],
  instagram: [/^POST \/v25\.0\/\d+\/media_publish$/, 200],
  tiktok: [/^PUT https?:\/\/.*$/, 201],
  youtube: [/^PUT https?:\/\/.*$/, 201],
  threads: [/^POST \/v1\.0\/\d+\/threads_publish$/, 200],
  bluesky: [/^POST \/xrpc\/com\.atproto\.repo\.putRecord$/, 200],
  mastodon: [/^POST \/api\/v1\/statuses$/, 200],
  pinterest: [/^POST \/v5\/pins$/, 201],
  facebook: [/^POST \/v25\.0\/\d+\/feed$/, 200],
};

function pagesOf({ platform, account, webUrl, now }: Scene, stored: SimulatedPost) {
  const post = pagePostOf(platform, stored, ({ sha256 }) => `/media/files/${sha256}`);
  const shared = { platform, account, webUrl, now };
  return Promise.all([
    renderNetworkPost({ ...shared, post }),
    renderNetworkTimeline({ ...shared, posts: [post] }),
  ]);
}

describe.each(PLATFORMS)('a post of %s', (platform) => {
  it('is shown with its request and response, also in the timeline, without secrets', async () => {
    const scene = new Scene(platform);
    await scene.publish(scene.post(TEXT));
    const [stored] = scene.memory.posts;
    if (!stored) throw new Error('nothing was made');
    const [call, status] = MADE_BY[platform];
    expect(`${stored.madeBy?.method} ${stored.madeBy?.path}`).toMatch(call);
    expect(stored.answer?.status).toBe(status);
    const secret = scene.connection().account.credentials['accessToken'] ?? '';
    expect(secret).not.toBe('');
    for (const page of await pagesOf(scene, stored)) {
      expect(page).toContain('API call');
      expect(page).toMatch(/>(POST \/|PUT http)/);
      expect(page).toContain('authorization: Bearer …');
      expect(page).toContain(`>${status}`);
      expect(page).not.toContain(secret);
    }
  });

  it('is shown with the network’s response even if that was lost', async () => {
    const scene = new Scene(platform);
    const { adapter } = scene.network;
    const post = scene.post(TEXT);
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    const [call] = MADE_BY[platform];
    const losing = scene.connection(
      losingAnswer(scene.wire, ({ method, path }) => call.test(`${method} ${path}`)),
    );
    await expect(adapter.create(losing, post, prepared)).rejects.toMatchObject({ sent: true });
    expect(scene.memory.posts[0]?.answer?.status).toBe(MADE_BY[platform][1]);
  });
});
