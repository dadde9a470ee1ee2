import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { Connection } from '../../../src/contract/accounts/connections.js';
import { ManualClock } from '../manual-clock.js';
import { BackendUnderTest } from '../running-backend.js';
import type { MastodonServer } from './sign-in-servers.js';

/** A live backend with one real account, on a server on loopback. */
export async function connectedTo(server: MastodonServer) {
  const test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true },
  });
  const begun = await test.post<Connection>('/v1/connections', {
    platform: 'mastodon',
    server: server.origin,
  });
  const callbackUrl = server.allow(begun.body.authorizeUrl ?? '');
  const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, { callbackUrl });
  if (!body.account) throw new Error('Not connected.');
  const account: Account = body.account;
  return { test, account };
}
