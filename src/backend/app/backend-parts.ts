import { DatabaseWatch } from '../domain/alerts/database-watch.js';
import { deleteMetricTargets } from '../domain/insights/metric-events.js';
import { LinkedPages, NO_LINKED_PAGES } from '../domain/links/linked-pages.js';
import { sendGuarded } from '../domain/webhooks/send.js';
import { Extractor } from '../ingest/extractor.js';
import type { Services } from '../operations/services.js';
import { ChangeNotifier } from '../work/change-notifier.js';
import { WorkspaceTimers } from '../work/workspace-timers.js';
import { connectNetworks, testTimings } from './networks.js';
import { isPublicAddress } from './public-address.js';
import { Readiness } from './readiness.js';
import type { Opened, ResolvedOptions } from './resolved-options.js';
import { startWorkers, workersElsewhere } from './workers.js';

/** Connects the networks, and starts the work that goes on without a request. */
export function startParts(options: ResolvedOptions, opened: Opened, publicUrl: string) {
  const { clock, ids, log, dataFolder, role = 'all', random = Math.random } = options;
  const { store, figures, tracing } = opened;
  const media = opened.media.servedAt(publicUrl);
  const changes = new ChangeNotifier((id) => store.notify({ changed: [id] }));
  const timers = new WorkspaceTimers(clock);
  const tracer = tracing?.tracer;
  const networks = connectNetworks(options, { store, media, publicUrl, tracer, clock, random });
  const { gateway, policy } = networks;
  const sending = { send: sendGuarded(policy), allowedOrigins: policy.allowedOrigins };
  const extractor = new Extractor();
  const linkedPages =
    options.readsLinkedPages === false
      ? NO_LINKED_PAGES
      : new LinkedPages({ store, clock, policy, extractor, save: media.saveFetched, log });
  const ports = {
    ...{ store, clock, timers, ids, random, gateway, media, linkedPages, changes, log, figures, tracer },
    ...{ send: sending.send, mail: options.mail ?? null, publicUrl, dataFolder },
  };
  // Networks of tests are on this machine too.
  const { allowLoopback, unreachable } = options.networkTesting ?? {};
  const isPublic = isPublicAddress(publicUrl) || ((allowLoopback ?? false) !== false && unreachable !== true);
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
    ...{ store, clock, ids, random, publicUrl, isPublic, linkedPages, changes },
    media: media.storage,
    mediaUrls: media.urls,
    rehearsal: options.rehearsal ?? null,
    environmentApps: options.apps ?? {},
    wakePublisher: workers.wakePublisher,
    wakeSender: workers.wakeSender,
    wakeIntake: workers.wakeIntake,
    forgetNumbers: (trx, account, now) => deleteMetricTargets(trx, ids, account, now),
  };
  const readiness = new Readiness({ store, workers, dataFolder, clock, log });
  const databaseWatch =
    role === 'api' ? null : new DatabaseWatch({ ...ports, answers: () => readiness.databaseAnswers() });
  return {
    ...{ role, publicUrl, ports, networks, sending, extractor, linkedPages, media, workers, services },
    ...{ readiness, stopHearing },
    stop: () => Promise.all([workers.stop(), databaseWatch?.stop(), linkedPages.close(), extractor.close()]),
  };
}

/** What works in a backend without a request. */
export type BackendParts = ReturnType<typeof startParts>;
