import type { TestSnapshot } from '../../contract/sandbox/snapshots.js';
import { BackendNotStarted } from '../base/backend-not-started.js';
import { systemClock } from '../base/clock.js';
import { Figures } from '../base/figures.js';
import { randomIds } from '../base/ids.js';
import { createLog } from '../base/log.js';
import type { Tracer } from '../base/tracing/tracer.js';
import type { ClientEntry } from '../dashboard/keys/created-page.js';
import { KeyUse } from '../domain/access/key-use.js';
import { ensureFirstWorkspace } from '../domain/access/workspaces.js';
import { CallLog } from '../domain/activity/call-log.js';
import { AlertChannels } from '../domain/alerts/alert-channels.js';
import { DatabaseWatch } from '../domain/alerts/database-watch.js';
import { noteEnvironmentReviews } from '../domain/apps/repository.js';
import { EventFeed } from '../domain/events/feed.js';
import { deleteMetricTargets } from '../domain/insights/metric-events.js';
import { readingsAsCsv } from '../domain/insights/readings-csv.js';
import { LinkedPages, NO_LINKED_PAGES } from '../domain/links/linked-pages.js';
import { checkMediaLocation } from '../domain/media/media-location.js';
import { type MediaService, type OpenedMedia, openMedia } from '../domain/media/media-service.js';
import { connectDemoAccountsOnce } from '../domain/sandbox/demo/connect-demo-accounts.js';
import { Epochs } from '../domain/sandbox/epochs.js';
import { Faults } from '../domain/sandbox/faults.js';
import { faultyWire } from '../domain/sandbox/faulty-wire.js';
import type { InboundDependencies } from '../domain/sandbox/inbound.js';
import {
  restoreSnapshot,
  type SnapshotDependencies,
  Snapshots,
  takeSnapshot,
} from '../domain/sandbox/snapshots.js';
import { sendGuarded } from '../domain/webhooks/send.js';
import { STRICT_POLICY } from '../fetching/fetch-policy.js';
import { Authenticator } from '../http/authenticator.js';
import { EventStreams } from '../http/event-log-stream.js';
import { faultyApi } from '../http/faulty-api.js';
import { addFileRoute } from '../http/file-route.js';
import { Idempotency } from '../http/idempotency/idempotency.js';
import { bucketsInMemory, DEFAULT_REQUESTS_PER_MINUTE, RateLimit } from '../http/rate-limit.js';
import type { ClientAddresses } from '../http/requests/client-address.js';
import { HostGuard } from '../http/server/host-guard.js';
import { listenedHost, urlHost } from '../http/server/host-names.js';
import { type Listening, listen } from '../http/server/server.js';
import { sharedBuckets } from '../http/shared-buckets.js';
import { Extractor } from '../ingest/extractor.js';
import { networkGateway, realNetworks } from '../networks/real-networks.js';
import { tracedWire } from '../networks/traced-wire.js';
import type { Wire } from '../networks/wire.js';
import { OpenRequests } from '../operations/open-requests.js';
import type { Services } from '../operations/services.js';
import { simulatedGateway } from '../simulators/simulated-gateway.js';
import { shownAddress } from '../store/postgres/database-unusable.js';
import type { WorkspaceRow } from '../store/schema.js';
import { unlock } from '../store/sealing/unlock.js';
import type { Store } from '../store/store.js';
import { tracedWrites } from '../store/traced-writes.js';
import { ChangeNotifier } from '../work/change-notifier.js';
import { TIMINGS } from '../work/timing.js';
import { WorkspaceTimers } from '../work/workspace-timers.js';
import {
  applyAdminPassword,
  DEFAULT_HOST,
  isReachable,
  notListening,
  readPublicUrl,
  readTrustedProxies,
  refuseRemote,
} from './address.js';
import type { BackendOptions } from './backend-options.js';
import { allHandlers } from './handlers.js';
import { HttpApp } from './http-app.js';
import { serveFigures } from './monitoring/serve-figures.js';
import { StateFigures } from './monitoring/state-figures.js';
import type { Tracing, TracingDependencies } from './monitoring/tracing/start-tracing.js';
import { openForBackend } from './open-for-backend.js';
import { isPublicAddress } from './public-address.js';
import { Readiness } from './readiness.js';
import { warnOfExposure, warnOfKeyBesideData } from './warn-of-exposure.js';
import { startWorkers, workersElsewhere } from './workers.js';

export interface RunningBackend {
  /** The URL at which people reach it. */
  readonly url: string;
  readonly port: number;
  /** Where monitoring reads the figures of this process; null: nowhere. */
  readonly metricsUrl: string | null;
  readonly services: Services;
  readonly media: MediaService;
  /** Deletes expired data now; it also does so on a schedule. */
  forget(): Promise<void>;
  /** Checks the real accounts whose turn has come; it also does so on a schedule. */
  checkAccounts(): Promise<void>;
  /** Does what is due now; it also does so by itself. */
  runDue(): Promise<void>;
  /** Snapshots of its sandboxes. */
  readonly snapshots: {
    take(workspaceId: string): Promise<TestSnapshot>;
    restore(workspaceId: string, snapshotId: string): Promise<TestSnapshot>;
  };
  /** Every route, as the router writes it. */
  routes(): Promise<readonly { readonly method: string; readonly path: string }[]>;
  /** Lets requests and deliveries in progress finish; ends within about a second. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4747;

/** How long a shutdown waits for answers in progress, in milliseconds. */
const CLOSE_PATIENCE_MS = 700;

/** How often unused media is deleted, in milliseconds. */
const SWEEP_EVERY_MS = 15 * 60 * 1000;

/**
 * Starts the whole service: API, publisher, simulated networks and pages.
 *
 * @throws BackendNotStarted
 * @throws SecretKeyRefused
 */
export async function startBackend(options: BackendOptions): Promise<RunningBackend> {
  const { port = DEFAULT_PORT, clock = systemClock, ids = randomIds } = options;
  const host = listenedHost(options.host ?? DEFAULT_HOST);
  const log = options.log ?? createLog();
  refuseRemote(host, options.allowRemote ?? false);
  const metrics = options.metrics && {
    port: options.metrics.port,
    host: listenedHost(options.metrics.host ?? DEFAULT_HOST),
  };
  if (metrics) refuseRemote(metrics.host, options.allowRemote ?? false);
  const givenUrl = options.publicUrl === undefined ? null : readPublicUrl(options.publicUrl);
  const clients = readTrustedProxies(options.trustedProxies ?? []);

  const figures = new Figures();
  const tracing = await tracingOf(options, { clock, log, figures });
  const opened = await openForBackend(options);
  const store = tracing ? tracedWrites(opened) : opened;
  try {
    const { role = 'all', databaseUrl } = options;
    const mayMakeKey = databaseUrl === undefined || role === 'all';
    const key = await unlock(store, { ...options, mayMakeKey });
    warnOfExposure(options.dataFolder, log);
    await warnOfKeyBesideData(store, key, log);
    const wanted = { ...(options.live && { sandbox: false }), ...options.firstWorkspace };
    const workspace = await ensureFirstWorkspace(store, { clock, ids }, wanted);
    const { adminPassword: password } = options;
    await applyAdminPassword(store, { host, publicUrl: givenUrl, password }, clock.now());
    if (options.live && workspace.sandbox === 1) throw dataIsSandbox(workspace);
    await noteEnvironmentReviews(store, options.apps ?? {});
    await connectDemoAccountsOnce(store, workspace, options.demo ?? false, { clock, ids });
    await checkMediaLocation(store, options);
    const snapshots = new Snapshots();
    const media = await openMedia(store, {
      ...options,
      ...{ clock, ids },
      isHeld: (file) => snapshots.holds(file),
    });
    const listening = await listenAt(host, port, options.background, 'port_in_use');
    try {
      const monitored =
        metrics && (await listenAt(metrics.host, metrics.port, options.background, 'metrics_port_in_use'));
      try {
        const resolved = { ...options, host, clock, ids, log, clients };
        const figuresAt = metrics && monitored && { host: metrics.host, listening: monitored };
        const parts = { store, media, snapshots, figures, tracing };
        return run(resolved, parts, { listening, figuresAt }, givenUrl);
      } catch (error) {
        await monitored?.close(0);
        throw error;
      }
    } catch (error) {
      await listening.close(0);
      throw error;
    }
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Tracing, if it is wanted: only then is its code loaded. */
async function tracingOf(
  { tracing, random = Math.random, role = 'all' }: BackendOptions,
  dependencies: Pick<TracingDependencies, 'clock' | 'log' | 'figures'>,
): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import('./monitoring/tracing/start-tracing.js');
  return startTracing(tracing, { ...dependencies, random, role });
}

/** Makes spans of the requests of a wire, where there is a tracer. */
function tracedWireFor(tracer: Tracer | undefined): (wire: Wire) => Wire {
  return tracer ? tracedWire : (wire) => wire;
}

function listenAt(
  host: string,
  port: number,
  background: boolean | undefined,
  inUse: Parameters<typeof notListening>[3],
): Promise<Listening> {
  return listen(host, port, background).catch((error: unknown) => {
    throw notListening(error, host, port, inUse);
  });
}

function dataIsSandbox({ name }: WorkspaceRow): BackendNotStarted {
  return new BackendNotStarted(
    'data_is_sandbox',
    `The data belongs to the sandbox "${name}", whose networks are simulated. A sandbox cannot become live.`,
  );
}

type ResolvedOptions = BackendOptions &
  Required<Pick<BackendOptions, 'host' | 'clock' | 'ids' | 'log'>> & { readonly clients: ClientAddresses };

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
function run(
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
  const faults = new Faults();
  const tracer = tracing?.tracer;
  const traced = tracedWireFor(tracer);
  const epochs = new Epochs();
  const simulated = simulatedGateway(store, {
    publicUrl,
    files: { storage: media.storage, urls: media.urls, clock },
    around: (wire, account, time) => traced(faultyWire(faults, wire, account, time)),
    timeFor: (account, time) => epochs.timeFor(account.workspace_id, time),
    random,
  });
  const policy = options.fetching ?? STRICT_POLICY;
  const { lateLooks, settleDelay, looksEvery, ...networkTesting } = options.networkTesting ?? {};
  const real = realNetworks(store, { policy, around: traced, ...networkTesting });
  const gateway = networkGateway(simulated, real);
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
          ...(looksEvery !== undefined && { looksEvery }),
          timings: {
            ...TIMINGS,
            ...(lateLooks && { lateLooks }),
            ...(settleDelay !== undefined && { settleDelay }),
          },
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

  const sweep = setInterval(() => {
    linkedPages
      .sweep()
      .then(() => media.sweep())
      .catch((error: unknown) =>
        log.warn({ err: error }, 'unused media could not be deleted; the next sweep retries'),
      );
  }, SWEEP_EVERY_MS).unref();

  const close = async (): Promise<void> => {
    clearInterval(sweep);
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
