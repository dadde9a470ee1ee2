import { describe, expect, it } from 'vitest';
import { Scene } from '../../../test/support/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { DEMO_ACCOUNTS } from '../simulators/demo-accounts.js';
import { NETWORKS } from './registry.js';
import type { WireRequest } from './wire.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Networks on which a refresh token renews access, and those whose token renews itself. */
const BY_REFRESH_TOKEN = PLATFORMS.filter(
  (platform) => NETWORKS[platform].renewal && !NETWORKS[platform].renewal?.byItself,
);
const BY_ITSELF = PLATFORMS.filter((platform) => NETWORKS[platform].renewal?.byItself);

function accountOf(platform: Platform, credentials: Readonly<Record<string, string>>) {
  const demo = DEMO_ACCOUNTS.find((account) => account.platform === platform);
  if (!demo) throw new Error(`There is no demo account on ${platform}.`);
  return { ...demo, credentials: { accessToken: `first-${platform}`, ...credentials } };
}

/** Remembers what is sent. */
function watched(scene: Scene) {
  const sent: WireRequest[] = [];
  const { wire } = scene;
  return {
    sent,
    wire: {
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

  it('is renewed when the network says that it is over, and what was renewed is kept', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    await scene.publish(scene.post('After the end'));
    expect(scene.memory.posts).toHaveLength(2);
    expect(scene.account.credentials['accessToken']).not.toBe(`first-${platform}`);

    // What was kept is good for the next time, and for the one after.
    for (const text of ['Later still', 'And once more']) {
      scene.now += lifetime;
      await scene.publish(scene.post(text));
    }
    expect(scene.memory.posts).toHaveLength(4);
  });

  it('is renewed ahead of its end, where that is known', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    const expiresAt = new Date(scene.now + 30 * SECOND).toISOString();
    const soon = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}`, expiresAt }));
    const { sent, wire } = watched(soon);
    await soon.network.adapter.checkToken(soon.connection(wire));
    expect(sent.map(isRenewal)).toEqual([true, false]);
  });

  it('has to be granted anew when it is not renewed any more', async () => {
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

  it('is renewed once for two posts at one time', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    const { sent, wire } = watched(scene);
    const { adapter } = scene.network;
    await Promise.all([1, 2, 3].map(() => adapter.checkToken(scene.connection(wire))));
    expect(sent.filter(isRenewal)).toHaveLength(1);
  });

  it('is taken from whoever renewed it a moment ago', async () => {
    const scene = new Scene(platform, accountOf(platform, { refreshToken: `refresh-${platform}` }));
    const stale = scene.account;
    await scene.publish(scene.post('Before the end'));
    scene.now += lifetime;
    await scene.publish(scene.post('After the end'));
    const { sent, wire } = watched(scene);
    await scene.network.adapter.checkToken(scene.connection(wire, stale));
    expect(sent.filter(isRenewal)).toHaveLength(0);
  });

  it('is never renewed where nothing would be kept', async () => {
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

describe.each(BY_ITSELF)('access on %s', (platform) => {
  const sceneWith = (days: number) => {
    const expiresAt = new Date(new Scene(platform).now + days * DAY).toISOString();
    return new Scene(platform, accountOf(platform, { expiresAt }));
  };

  it('renews itself in its last days, and lives for another 60', async () => {
    const scene = sceneWith(5);
    await scene.publish(scene.post('In the last days'));
    expect(scene.account.credentials['accessToken']).not.toBe(`first-${platform}`);
    scene.now += 40 * DAY;
    await scene.publish(scene.post('Much later'));
    expect(scene.memory.posts).toHaveLength(2);
  });

  it('stays as it is before', async () => {
    const scene = sceneWith(30);
    await scene.publish(scene.post('Long before'));
    expect(scene.account.credentials['accessToken']).toBe(`first-${platform}`);
  });

  it('is over when it has ended', async () => {
    const scene = sceneWith(5);
    scene.now += 5 * DAY;
    await expect(scene.publish(scene.post('Too late'))).rejects.toMatchObject({
      code: 'account_reconnect_required',
    });
  });
});
