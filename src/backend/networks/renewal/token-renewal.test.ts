import { describe, expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import { DEMO_ACCOUNTS } from '../../simulators/demo-accounts.js';
import { NETWORKS } from '../registry.js';
import { ConnectionFailed, type WireRequest } from '../wire.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Networks that renew access with a refresh token, and networks that renew the access token itself. */
const BY_REFRESH_TOKEN = PLATFORMS.filter(
  (platform) => NETWORKS[platform].renewal && !NETWORKS[platform].renewal?.byItself,
);
const BY_ITSELF = PLATFORMS.filter((platform) => NETWORKS[platform].renewal?.byItself);

function accountOf(platform: Platform, credentials: Readonly<Record<string, string>>) {
  const demo = DEMO_ACCOUNTS.find((account) => account.platform === platform);
  if (!demo) throw new Error(`There is no demo account on ${platform}.`);
  return { ...demo, credentials: { accessToken: `first-${platform}`, ...credentials } };
}

/** Records the requests. */
function watched(scene: Scene) {
  const sent: WireRequest[] = [];
  const { wire } = scene;
  return {
    sent,
    wire: {
      origin: wire.origin,
      webUrl: wire.webUrl,
      send: (request: WireRequest, signal: AbortSignal) => {
        sent.push(request);
        return wire.send(request, signal);
      },
    },
  };
}

const isRenewal = ({ path }: WireRequest) => /token|refreshSession|accessToken/.test(path);

describe.each(BY_REFRESH_TOKEN)('access on %s', (platform) => {
  const lifetime = (RULES[platform].tokens.access.value ?? 0) * SECOND;

  it('is renewed when the network reports it expired, and stored', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    await scene.publish(scene.post('After the end'));
    expect(scene.memory.posts).toHaveLength(2);
    expect(scene.account.credentials['accessToken']).not.toBe(`first-${platform}`);

    // The stored credentials work for the next renewal and the one after.
    for (const text of ['Later still', 'And once more']) {
      scene.now += lifetime;
      await scene.publish(scene.post(text));
    }
    expect(scene.memory.posts).toHaveLength(4);
  });

  it('is renewed before it expires, if that time is known', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    const expiresAt = new Date(scene.now + 30 * SECOND).toISOString();
    const soon = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}`, expiresAt }));
    const { sent, wire } = watched(soon);
    await soon.network.adapter.checkToken(soon.connection(wire));
    expect(sent.length).toBeGreaterThan(1);
    // Networks differ in how many questions they take to say whether access works.
    expect(sent.map(isRenewal)).toEqual(sent.map((_, place) => place === 0));
  });

  it('needs a new authorization if it can no longer be renewed', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    const { credentials } = scene.account;
    const account = { ...scene.account, credentials: { ...credentials, refreshToken: 'somebody else’s' } };
    const connection = {
      ...scene.connection(scene.wire, account),
      currentCredentials: async () => account.credentials,
    };
    await expect(scene.publish(scene.post('After the end'), connection)).rejects.toMatchObject({
      code: 'account_reconnect_required',
    });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('is renewed once for two concurrent posts', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    const { sent, wire } = watched(scene);
    const { adapter } = scene.network;
    await Promise.all([1, 2, 3].map(() => adapter.checkToken(scene.connection(wire))));
    expect(sent.filter(isRenewal)).toHaveLength(1);
  });

  it('is read again if another process has just renewed it', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    const stale = scene.account;
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    await scene.publish(scene.post('After the end'));
    const { sent, wire } = watched(scene);
    await scene.network.adapter.checkToken(scene.connection(wire, stale));
    expect(sent.filter(isRenewal)).toHaveLength(0);
  });

  it('is never renewed if the result cannot be stored', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    const { sent, wire } = watched(scene);
    const { keepCredentials: _kept, ...connection } = scene.connection(wire);
    await expect(scene.network.adapter.checkToken({ ...connection, now: scene.now })).rejects.toMatchObject({
      code: 'account_reconnect_required',
    });
    expect(sent.filter(isRenewal)).toHaveLength(0);
  });
});

describe('a renewal whose answer is lost', () => {
  const HOUR = 60 * 60 * SECOND;

  /** A scene after such a renewal, and a connection to it that works. */
  async function afterLoss(platform: Platform) {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += (RULES[platform].tokens.access.value ?? 0) * SECOND;
    const { wire } = scene;
    const losing = {
      ...wire,
      send: async (request: WireRequest, signal: AbortSignal) => {
        const response = await wire.send(request, signal);
        if (isRenewal(request)) throw new ConnectionFailed('reset', true);
        return response;
      },
    };
    const { adapter } = scene.network;
    await expect(adapter.checkToken(scene.connection(losing))).rejects.toBeInstanceOf(ConnectionFailed);
    expect(scene.account.credentials['refreshToken']).toBe(`refresh-${platform}`);
    return { scene, check: () => adapter.checkToken(scene.connection()) };
  }

  it('is repeated on Bluesky, which accepts the same refresh token for 2 hours', async () => {
    const { scene, check } = await afterLoss('bluesky');
    scene.now += 2 * HOUR - SECOND;
    await expect(check()).resolves.toMatchObject({ status: 'healthy' });
    expect(scene.account.credentials['refreshToken']).not.toBe('refresh-bluesky');
    // What the repeated renewal returned can be renewed in turn.
    scene.now += (RULES.bluesky.tokens.access.value ?? 0) * SECOND;
    await expect(check()).resolves.toMatchObject({ status: 'healthy' });
  });

  it('cannot be repeated on Bluesky after that, however often it was repeated before', async () => {
    const { scene, check } = await afterLoss('bluesky');
    const stale = scene.account;
    scene.now += HOUR;
    await check();
    scene.now += HOUR;
    const connection = {
      ...scene.connection(scene.wire, stale),
      currentCredentials: async () => stale.credentials,
    };
    await expect(scene.network.adapter.checkToken({ ...connection, now: scene.now })).rejects.toMatchObject({
      code: 'account_reconnect_required',
    });
  });

  it('ends access on X, whose refresh tokens are used up at once', async () => {
    const { check } = await afterLoss('x');
    await expect(check()).rejects.toMatchObject({ code: 'account_reconnect_required' });
  });
});

describe.each(BY_ITSELF)('access on %s', (platform) => {
  const sceneWith = (days: number) => {
    const expiresAt = new Date(new Scene(platform).now + days * DAY).toISOString();
    return new Scene(platform, accountOf(platform, { expiresAt }));
  };

  it('is renewed in its last days, for another 60 days', async () => {
    const scene = sceneWith(5);
    await scene.publish(scene.post('In the last days'));
    expect(scene.account.credentials['accessToken']).not.toBe(`first-${platform}`);
    scene.now += 40 * DAY;
    await scene.publish(scene.post('Much later'));
    expect(scene.memory.posts).toHaveLength(2);
  });

  it('is not renewed earlier', async () => {
    const scene = sceneWith(30);
    await scene.publish(scene.post('Long before'));
    expect(scene.account.credentials['accessToken']).toBe(`first-${platform}`);
  });

  it('cannot be renewed after it has expired', async () => {
    const scene = sceneWith(5);
    scene.now += 5 * DAY;
    await expect(scene.publish(scene.post('Too late'))).rejects.toMatchObject({
      code: 'account_reconnect_required',
    });
  });
});
