import type { Figures } from '../base/figures.js';
import type { ClientEntry } from '../dashboard/keys/created-page.js';
import { KeyUse } from '../domain/access/key-use.js';
import { CallLog } from '../domain/activity/call-log.js';
import { AlertChannels } from '../domain/alerts/alert-channels.js';
import { DatabaseWatch } from '../domain/alerts/database-watch.js';
import { EventFeed } from '../domain/events/feed.js';
import { deleteMetricTargets } from '../domain/insights/metric-events.js';
import { readingsAsCsv } from '../domain/insights/readings-csv.js';
import { LinkedPages, NO_LINKED_PAGES } from '../domain/links/linked-pages.js';
import type { OpenedMedia } from '../domain/media/media-service.js';
import type { InboundDependencies } from '../domain/sandbox/inbound.js';
import {
  restoreSnapshot,
  type SnapshotDependencies,
  type Snapshots,
  takeSnapshot,
} from '../domain/sandbox/snapshots.js';
import { sendGuarded } from '../domain/webhooks/send.js';
import { Authenticator } from '../http/authenticator.js';
import { EventStreams } from '../http/event-log-stream.js';
import { faultyApi } from '../http/faulty-api.js';
import { addFileRoute } from '../http/file-route.js';
import { Idempotency } from '../http/idempotency/idempotency.js';
import { bucketsInMemory, DEFAULT_REQUESTS_PER_MINUTE, RateLimit } from '../http/rate-limit.js';
import type { ClientAddresses } from '../http/requests/client-address.js';
import { HostGuard } from '../http/server/host-guard.js';
import { urlHost } from '../http/server/host-names.js';
import type { Listening } from '../http/server/server.js';
import { sharedBuckets } from '../http/shared-buckets.js';
import { Extractor } from '../ingest/extractor.js';
import { OpenRequests } from '../operations/open-requests.js';
import type { Services } from '../operations/services.js';
import { shownAddress } from '../store/postgres/database-unusable.js';
import type { Store } from '../store/store.js';
import { ChangeNotifier } from '../work/change-notifier.js';
import { WorkspaceTimers } from '../work/workspace-timers.js';
import { isReachable } from './address.js';
import type { BackendOptions } from './backend-options.js';
import { allHandlers } from './handlers.js';
import { HttpApp } from './http-app.js';
import { serveFigures } from './monitoring/serve-figures.js';
import { StateFigures } from './monitoring/state-figures.js';
import type { Tracing } from './monitoring/tracing/start-tracing.js';
import { connectNetworks, testTimings } from './networks.js';
import { isPublicAddress } from './public-address.js';
import { Readiness } from './readiness.js';
import type { RunningBackend } from './running-backend.js';
import { sweepMedia } from './sweep-media.js';
import { startWorkers, workersElsewhere } from './workers.js';

/** How long a shutdown waits for answers in progress, in milliseconds. */
const CLOSE_PATIENCE_MS = 700;

type ResolvedOptions = BackendOptions &
  Required<Pick<BackendOptions, 'host' | 'clock' | 'ids' | 'log'>> & { readonly clients: ClientAddresses };

/** What is open before the backend runs. */
interface Opened {
  readonly store: Store;
  readonly media: OpenedMedia;
  readonly snapshots: Snapshots;
  readonly figures: Figures;
  readonly tracing: Tracing | undefined;
}

/** Where the backend listens. */
interface Addresses {
  readonly listening: Listening;
  /** For monitoring; undefined: nowhere. */
  readonly figuresAt: { readonly host: string; readonly listening: Listening } | undefined;
}

/** Runs in one turn of the event loop: no request can arrive before everything is ready. */
export function runBackend(
  options: ResolvedOptions,
  { store, media: opened, snapshots, figures, tracing }: Opened,
  { listening, figuresAt }: Addresses,
  givenUrl: string | null,
): RunningBackend {
  const { host, clock, ids, log, role = 'all', random = Math.random } = options;
  const { port } = listening;
  const publicUrl = givenUrl ?? `http://${urlHost(host)}:${port}`;
  // First: a backend that cannot be reached as configured must not start working.
  const guard = new HostGuard({ host, port, publicUrl, allowedHosts: options.allowedHosts ?? [] });
  const media = opened.servedAt(publicUrl);
  const changes = new ChangeNotifier((id) => store.notify({ changed: [id] }));
  const timers = new WorkspaceTimers(clock);
  const tracer = tracing?.tracer;
  const { faults, epochs, real, gateway, policy } = connectNetworks(options, {
    ...{ store, media, publicUrl, tracer, clock, random },
  });
  const sending = { send: sendGuarded(policy), allowedOrigins: policy.allowedOrigins };
  const extractor = new Extractor();
  const linkedPages =
    options.readsLinkedPages === false
      ? NO_LINKED_PAGES
      : new LinkedPages({ store, clock, policy, extractor, save: media.saveFetched, log });
  const ports = {
    store,
    clock,
    timers,
    ids,
    random,
    gateway,
    media,
    linkedPages,
    changes,
    log,
    figures,
    tracer,
    send: sending.send,
    mail: options.mail ?? null,
    publicUrl,
    dataFolder: options.dataFolder,
  };
  // Networks of tests are on this machine too.
  const isPublic = isPublicAddress(publicUrl) || options.networkTesting?.allowLoopback === true;
  const withVisitors = options.demoVisitors ?? options.demo ?? false;
  const workers =
    role === 'api'
      ? workersElsewhere(ports)
      : startWorkers({
          ...{ ...ports, withVisitors, isPublic, retentionDays: options.retentionDays },
          ...testTimings(options),
        });
  const stopHearing = store.onNotification(({ changed = [] }) => {
    for (const id of changed) changes.notifyLocal(id);
  });
  const services: Services = {
    store,
    clock,
    ids,
    random,
    media: media.storage,
    mediaUrls: media.urls,
    publicUrl,
    isPublic,
    environmentApps: options.apps ?? {},
    linkedPages,
    changes,
    wakePublisher: workers.wakePublisher,
    wakeSender: workers.wakeSender,
    wakeIntake: workers.wakeIntake,
    forgetNumbers: (trx, account, now) => deleteMetricTargets(trx, ids, account, now),
  };

  const readiness = new Readiness({ store, workers, dataFolder: options.dataFolder, clock, log });
  const databaseWatch =
    role === 'api' ? null : new DatabaseWatch({ ...ports, answers: () => readiness.databaseAnswers() });
  const open = new OpenRequests();
  const keyUse = new KeyUse(store, clock, log);
  const calls = new CallLog(store, clock, log);
  const feed = new EventFeed(store);
  const streams = new EventStreams(feed, open);
  const testing: SnapshotDependencies & InboundDependencies = {
    ...{ store, clock, timers, faults, epochs, snapshots },
    ...workers,
  };
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
    services,
    handlers,
    authenticator: new Authenticator(store, clock, keyUse),
    rateLimit: new RateLimit(clock, options.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE, take),
    idempotency: new Idempotency(store, clock),
    calls,
    streams: { 'events.list': streams.answer.bind(streams) },
    csv: { 'insights.get': readingsAsCsv },
    validateResponses: options.validateResponses ?? false,
  };
  const web = new HttpApp({
    ...{ engine, guard, open, log, figures, tracer, take, clients: options.clients, fetching: policy },
    networkPages: options.networkPages ?? (isReachable(host, publicUrl) ? 'signed-in' : 'everyone'),
    oidc: options.oidc ?? null,
    healthAlone: role === 'publisher',
    alerts,
    entriesFor: (apiKey) => entriesOf(options, apiKey, publicUrl),
    addFiles: (routes) => addFileRoute(routes, { urls: media.urls, storage: media.storage, clock }),
  });
  listening.serve(faultyApi(faults, store, web.fetch.bind(web)), { ...services, log });

  const monitoring =
    figuresAt &&
    serveFigures(figuresAt.listening, {
      host: figuresAt.host,
      allowedHosts: [new URL(publicUrl).hostname, ...(options.allowedHosts ?? [])],
      ...{ figures, state: new StateFigures({ store, clock, readiness, role }) },
      unreadable: { ...services, log },
    });

  const stopSweeping = sweepMedia(media, linkedPages, log);
  const close = async (): Promise<void> => {
    stopSweeping();
    open.close();
    await web.close();
    stopHearing();
    await Promise.all([
      listening.close(CLOSE_PATIENCE_MS),
      monitoring?.close(),
      workers.stop(),
      databaseWatch?.stop(),
      linkedPages.close(),
      extractor.close(),
    ]);
    await open.drained();
    await media.close();
    await Promise.all([keyUse.settled(), calls.settled()]);
    await tracing?.close();
    await store.close();
  };
  let closing: Promise<void> | null = null;
  const data = options.databaseUrl === undefined ? options.dataFolder : shownAddress(options.databaseUrl);
  log.info({ url: publicUrl, data, role }, 'listening');
  return {
    ...{ url: publicUrl, port, services, media },
    metricsUrl: monitoring?.url ?? null,
    forget: workers.forget,
    checkAccounts: workers.checkAccounts,
    runDue: workers.runDue,
    routes: () => web.routes(),
    snapshots: {
      take: (workspaceId) => takeSnapshot(testing, workspaceId),
      restore: (workspaceId, snapshotId) => restoreSnapshot(testing, workspaceId, snapshotId),
    },
    close: () => (closing ??= close()),
  };
}

/** Without `entriesFor`: the environment variables that every assistant needs. */
function entriesOf({ entriesFor }: BackendOptions, apiKey: string, url: string): readonly ClientEntry[] {
  if (entriesFor) return entriesFor(apiKey, url);
  const text = `POSTRIDER_API_KEY=${apiKey}\nPOSTRIDER_BASE_URL=${url}`;
  return [{ client: 'Any program', place: 'its environment', text }];
}
