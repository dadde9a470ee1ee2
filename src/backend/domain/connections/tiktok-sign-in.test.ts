import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import { TIKTOK_ERRORS, tiktokErrors } from '../../networks/tiktok/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import { tiktok } from '../../simulators/over-http/sign-in/tiktok.js';

let place: AppConnecting;
/** What TikTok answers when it is asked what the account may publish; null: the simulator answers. */
let creator: WireResponse | null;

beforeEach(async () => {
  creator = null;
  place = await AppConnecting.start({
    ...tiktok,
    first: ({ url }) => (url.pathname === '/v2/post/publish/creator_info/query/' ? creator : null),
  });
});
afterEach(() => place.close());

describe('connecting a TikTok account', () => {
  it('stores it by the handle that only the creator info has, and says what the app may publish', async () => {
    const { handle, displayName } = place.signIn.network.scene.account;
    expect(await place.connect()).toMatchObject({
      handle: `@${handle}`,
      displayName,
      profileUrl: `https://www.tiktok.com/@${handle}`,
      health: { status: 'healthy', expiresAt: null },
      standing: ['TikTok has not audited your app: it publishes private posts of private accounts only.'],
    });
  });

  it('writes its app and its challenge as TikTok does', async () => {
    const { body } = await place.test.post<Connection>('/v1/connections', { platform: 'tiktok' });
    const { searchParams } = new URL(body.authorizeUrl ?? '');
    expect([searchParams.get('client_key'), searchParams.get('client_id')]).toEqual([
      place.signIn.app.clientId,
      null,
    ]);
    expect(searchParams.get('scope')).toBe('user.info.basic,video.publish,video.upload,video.list');
    const callbackUrl = place.signIn.allow(body.authorizeUrl ?? '');
    await place.test.post(`/v1/connections/${body.id}/finish`, { callbackUrl });
    const exchange = place.signIn.network.requests.find(({ url }) => url.pathname === '/v2/oauth/token/');
    const verifier = new URLSearchParams(exchange?.body.toString()).get('code_verifier') ?? '';
    expect(searchParams.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('hex'));
  });

  it('says why TikTok does not name the account', async () => {
    creator = { ...tiktokErrors.answer(TIKTOK_ERRORS.banned), status: 200 };
    expect(await place.refusal()).toContain('banned from making new posts');
  });

  it('is refused without permission to publish, but not without drafts', async () => {
    place.signIn.withheld = ['video.publish'];
    expect(await place.refusal()).toContain('video.publish (to publish videos and photos)');
    place.signIn.withheld = ['video.upload'];
    expect((await place.allow()).body.status).toBe('connected');
  });

  it('says that numbers cannot be read without the permission, and does not promise them', async () => {
    place.signIn.withheld = ['video.list'];
    const without = await place.connect();
    expect(without).toMatchObject({ metrics: { read: false } });
    expect(without.standing[0]).toBe(
      'TikTok did not grant video.list (to show how often videos were watched): connect the account again to allow it. If TikTok does not ask for it, your app lacks it.',
    );
    const path = `/v1/accounts/${without.id}`;
    expect((await place.test.get(path)).body).toMatchObject({ standing: without.standing });
    const { status, body } = await place.test.request('PATCH', path, {
      body: { metrics: { read: true } },
    });
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('did not grant video.list'),
    ]);

    place.signIn.withheld = [];
    const granted = await place.connect();
    expect([granted.id, granted.metrics.read, granted.standing]).toEqual([
      ...[without.id, true, [expect.stringContaining('has not audited')]],
    ]);
  });

  it.each([
    ['public', 'TikTok refuses this post'],
    ['private', 'accepts this post only while the account is private'],
  ])('says what becomes of a %s post', async (privacy, words) => {
    const { id } = await place.connect();
    const { body } = await place.test.post('/v1/posts/validate', {
      ...{ accountIds: [id], text: 'How we bake.', scheduleMode: 'now' },
      overrides: [{ target: id, privacy }],
    });
    expect(JSON.stringify(body)).toContain(words);
  });
});

describe('ending access at TikTok', () => {
  it.each([false, true])('works with access that has expired: %s', async (isExpired) => {
    const { id } = await place.connect();
    if (isExpired) await place.signIn.expireAccess();
    const { body } = await place.test.request('DELETE', `/v1/accounts/${id}`);
    expect(body).toMatchObject({ removed: true, revoked: true });
    expect(place.signIn.revoked).toHaveLength(1);
  });
});
