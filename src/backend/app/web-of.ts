import type { ClientEntry } from '../dashboard/keys/created-page.js';
import { KeyUse } from '../domain/access/key-use.js';
import { CallLog } from '../domain/activity/call-log.js';
import { AlertChannels } from '../domain/alerts/alert-channels.js';
import { EventFeed } from '../domain/events/feed.js';
import { readingsAsCsv } from '../domain/insights/readings-csv.js';
import type { InboundDependencies } from '../domain/sandbox/inbound.js';
import type { SnapshotDependencies } from '../domain/sandbox/snapshots.js';
import { Authenticator } from '../http/authenticator.js';
import { EventStreams } from '../http/event-log-stream.js';
import { addFileRoute } from '../http/file-route.js';
import { Idempotency } from '../http/idempotency/idempotency.js';
import { bucketsInMemory, DEFAULT_REQUESTS_PER_MINUTE, RateLimit } from '../http/rate-limit.js';
import type { HostGuard } from '../http/server/host-guard.js';
import { sharedBuckets } from '../http/shared-buckets.js';
import { OpenRequests } from '../operations/open-requests.js';
import { isReachable } from './address.js';
import type { BackendOptions } from './backend-options.js';
import type { BackendParts } from './backend-parts.js';
import { allHandlers } from './handlers.js';
import { HttpApp } from './http-app.js';
import type { ResolvedOptions } from './resolved-options.js';

/** What answers requests: the API, `/mcp` and the pages, on the parts of a backend. */
export function webOf(
  options: ResolvedOptions,
  { role, publicUrl, ports, networks, sending, extractor, media, workers, services, readiness }: BackendParts,
  testing: SnapshotDependencies & InboundDependencies,
  guard: HostGuard,
) {
  const { host, clock, log } = options;
  const { store, timers, gateway, figures, tracer } = ports;
  const { policy, real } = networks;
  const open = new OpenRequests();
  const keyUse = new KeyUse(store, clock, log);
  const calls = new CallLog(store, clock, log);
  const feed = new EventFeed(store);
  const streams = new EventStreams(feed, open);
  const alerts = new AlertChannels({ ...ports, allowedOrigins: policy.allowedOrigins });
  const handlers = allHandlers({
    ...{ alerts, open, readiness, calls, feed, media, testing },
    webhooks: { ...sending, dispatcher: workers.webhooks },
    sources: { policy, extractor, save: media.saveFetched },
    connecting: { gateway, timers, wireTo: real.wireTo, pageAt: real.pageAt },
    inbox: { gateway, timers },
  });
  const take = store.engine === 'postgres' ? sharedBuckets(store.db, clock) : bucketsInMemory(clock);
  const engine = {
    ...{ services, handlers, calls },
    authenticator: new Authenticator(store, clock, keyUse),
    rateLimit: new RateLimit(clock, options.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE, take),
    idempotency: new Idempotency(store, clock),
    streams: { 'events.list': streams.answer.bind(streams) },
    csv: { 'insights.get': readingsAsCsv },
    validateResponses: options.validateResponses ?? false,
  };
  const app = new HttpApp({
    ...{ engine, guard, open, log, figures, tracer, take, clients: options.clients, fetching: policy },
    networkPages: options.networkPages ?? (isReachable(host, publicUrl) ? 'signed-in' : 'everyone'),
    oidc: options.oidc ?? null,
    healthAlone: role === 'publisher',
    alerts,
    entriesFor: (apiKey) => entriesOf(options, apiKey, publicUrl),
    addFiles: (routes) => addFileRoute(routes, { urls: media.urls, storage: media.storage, clock }),
  });
  /** Resolves when what requests have noted is stored. */
  const settled = () => Promise.all([keyUse.settled(), calls.settled()]);
  return { app, open, settled };
}

/** Without `entriesFor`: the environment variables that every assistant needs. */
function entriesOf({ entriesFor }: BackendOptions, apiKey: string, url: string): readonly ClientEntry[] {
  if (entriesFor) return entriesFor(apiKey, url);
  const text = `POSTRIDER_API_KEY=${apiKey}\nPOSTRIDER_BASE_URL=${url}`;
  return [{ client: 'Any program', place: 'its environment', text }];
}
