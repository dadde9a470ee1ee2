import type { Hono } from 'hono';
import { addDashboard, type DashboardOptions } from '../dashboard/dashboard.js';
import { isSignedIn, redirectToSignIn } from '../dashboard/error-responses.js';
import { lastOfBothLogs } from '../dashboard/live/streams.js';
import { EventFeed } from '../domain/events/feed.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv } from '../http/request-context.js';
import { addNetworkPages, type NetworkPagesAudience } from '../network-pages/routes.js';
import type { OpenRequests } from '../operations/open-requests.js';

export { errorPages } from '../dashboard/error-responses.js';

export interface PageOptions extends Omit<DashboardOptions, 'live' | 'hasOpenNetworkPages'> {
  readonly open: OpenRequests;
  readonly networkPages: NetworkPagesAudience;
}

/** Everything people look at: the dashboard and the web sites of the simulated networks. */
export function addPages(
  routes: Hono<HttpEnv>,
  engine: OperationEngine,
  { open, networkPages, ...options }: PageOptions,
): void {
  const { services } = engine;
  const growth = new EventFeed(services.store, lastOfBothLogs);
  const hasOpenNetworkPages = networkPages === 'everyone';
  addDashboard(routes, engine, { ...options, live: { growth, open }, hasOpenNetworkPages });
  addNetworkPages(routes, services, {
    mayVisit: async (c) => hasOpenNetworkPages || (await isSignedIn(c, engine)),
    askToSignIn: redirectToSignIn,
  });
}
