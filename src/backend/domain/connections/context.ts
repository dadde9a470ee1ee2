import { withTimeLimit } from '../../../base/time-limit.js';
import type { Platform } from '../../../contract/platforms.js';
import type { ConnectContext } from '../../networks/connecting/connector.js';
import type { Call } from '../../operations/call.js';
import { findPlatformApp } from '../apps/repository.js';
import type { ConnectionDependencies } from './dependencies.js';
import { findApp, keepApp } from './repository.js';
import { signingKeyOf } from './signing-key.js';

/** How long a request waits for the servers of a network in all, in milliseconds. Clients give up after 45 s. */
export const CONNECT_LIMIT_MS = 30_000;

/** What a connector gets for one request. */
export function connectContext(
  { services, caller, signal }: Pick<Call<'connections.get'>, 'services' | 'caller' | 'signal'>,
  { wireTo, pageAt }: Pick<ConnectionDependencies, 'wireTo' | 'pageAt'>,
  platform: Platform,
): ConnectContext {
  const { store, clock, publicUrl } = services;
  return {
    wireTo,
    pageAt,
    findApp: (origin, redirectUri) => findApp(store, { platform, origin, redirectUri }),
    keepApp: (origin, redirectUri, app) =>
      keepApp(store, app, { platform, origin, redirectUri }, clock.now()),
    app: () => findPlatformApp(services, caller.workspace.id, platform),
    publicUrl,
    signingKey: () => signingKeyOf(store, publicUrl, clock.now()),
    now: clock.now(),
    signal: withTimeLimit(CONNECT_LIMIT_MS, signal),
  };
}
