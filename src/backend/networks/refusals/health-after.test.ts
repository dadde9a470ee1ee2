import { expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { json } from '../answers.js';
import { ConnectionFailed, type WireResponse } from '../wire.js';
import { healthAfter } from './health-after.js';

/** The health that a failed check of an account leads to. */
async function healthOf(platform: 'bluesky' | 'mastodon', send: () => Promise<WireResponse>) {
  const scene = new Scene(platform);
  const connection = scene.connection({ ...scene.wire, send });
  try {
    return await scene.network.adapter.checkToken(connection);
  } catch (failure) {
    return healthAfter(failure);
  }
}

it.each([
  ['bluesky', { error: 'ExpiredToken', message: 'Token has been revoked' }, 400],
  ['mastodon', { error: 'The access token was revoked' }, 401],
  ['mastodon', { error: 'This method requires an authenticated user' }, 422],
] as const)('an ended token of %s needs a new connection', async (platform, body, status) => {
  expect(await healthOf(platform, async () => json(status, body))).toEqual({
    status: 'reconnect_required',
    reason: expect.stringMatching(/renews|accepts/),
    action: 'Reconnect the account.',
    expiresAt: null,
  });
});

it.each([
  [403, { error: 'Your login is currently disabled' }],
  [403, { error: 'Your login is missing a confirmed e-mail address' }],
])('a disabled account on Mastodon has to be restored there', async (status, body) => {
  expect(await healthOf('mastodon', async () => json(status, body))).toMatchObject({
    status: 'disabled',
    reason: expect.stringContaining('Mastodon'),
    action: expect.stringContaining('Sign in'),
  });
});

it('a server that does not answer says nothing about the account', async () => {
  const gone = async () => {
    throw new ConnectionFailed('refused', false);
  };
  expect(await healthOf('bluesky', gone)).toBeNull();
  expect(await healthOf('mastodon', async () => json(503, 'Service Unavailable'))).toBeNull();
});

it('a rate limit says nothing about the account', async () => {
  expect(await healthOf('mastodon', async () => json(429, { error: 'Too many requests' }))).toBeNull();
});
