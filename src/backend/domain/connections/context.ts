import { withTimeLimit } from '../../../base/time-limit.js';
import type { Platform } from '../../../contract/platforms.js';
import type { ConnectContext } from '../../networks/connecting/connector.js';
import type { Call } from '../../operations/call.js';
import type { ConnectionDependencies } from './dependencies.js';
import { findApp, keepApp } from './repository.js';
import { signingKeyOf } from './signing-key.js';

/** How long a request waits for the servers of a network in all, in milliseconds. Clients give up after 45 s. */
export const CONNECT_LIMIT_MS = 30_000;

/** What a connector gets for one request. */
export function connectContext(
  { services, signal }: Pick<Call<'connections.get'>, 'services' | 'signal'>,
  { wireTo }: Pick<ConnectionDependencies, 'wireTo'>,
  platform: Platform,
): ConnectContext {
  const { store, clock, publicUrl } = services;
  return {
    wireTo,
    findApp: (origin, redirectUri) => findApp(store, { platform, origin, redirectUri }),
    keepApp: (origin, redirectUri, app) =>
      keepApp(store, app, { platform, origin, redirectUri }, clock.now()),
    publicUrl,
    signingKey: () => signingKeyOf(store, publicUrl, clock.now()),
    now: clock.now(),
    signal: withTimeLimit(CONNECT_LIMIT_MS, signal),
  };
}
