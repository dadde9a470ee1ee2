import type { Hono } from 'hono';
import { addDashboard, type DashboardOptions } from '../dashboard/dashboard.js';
import { lastOfBothLogs } from '../dashboard/live/streams.js';
import { EventFeed } from '../domain/events/feed.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv } from '../http/request-context.js';
import { addNetworkPages } from '../network-pages/routes.js';
import type { OpenRequests } from '../operations/open-requests.js';

export { errorPages } from '../dashboard/error-responses.js';

export interface PageOptions extends Omit<DashboardOptions, 'live'> {
  readonly open: OpenRequests;
}

/** Everything people look at: the dashboard and the web sites of the simulated networks. */
export function addPages(
  routes: Hono<HttpEnv>,
  engine: OperationEngine,
  { entriesFor, take, open }: PageOptions,
): void {
  const { services } = engine;
  const growth = new EventFeed(services.store, lastOfBothLogs);
  addDashboard(routes, engine, { entriesFor, live: { growth, open }, take });
  addNetworkPages(routes, services);
}
