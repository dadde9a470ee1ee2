import type { InboundDependencies } from '../domain/sandbox/inbound.js';
import { restoreSnapshot, type SnapshotDependencies, takeSnapshot } from '../domain/sandbox/snapshots.js';
import { faultyApi } from '../http/faulty-api.js';
import { HostGuard } from '../http/server/host-guard.js';
import { urlHost } from '../http/server/host-names.js';
import type { Listening } from '../http/server/server.js';
import { shownAddress } from '../store/postgres/database-unusable.js';
import { startParts } from './backend-parts.js';
import { serveFigures } from './monitoring/serve-figures.js';
import { StateFigures } from './monitoring/state-figures.js';
import type { Opened, ResolvedOptions } from './resolved-options.js';
import type { RunningBackend } from './running-backend.js';
import { sweepMedia } from './sweep-media.js';
import { webOf } from './web-of.js';

/** How long a shutdown waits for answers in progress, in milliseconds. */
const CLOSE_PATIENCE_MS = 700;

/** Where the backend listens. */
interface Addresses {
  readonly listening: Listening;
  /** For monitoring; undefined: nowhere. */
  readonly figuresAt: { readonly host: string; readonly listening: Listening } | undefined;
}

/** Runs in one turn of the event loop: no request can arrive before everything is ready. */
export function runBackend(
  options: ResolvedOptions,
  opened: Opened,
  { listening, figuresAt }: Addresses,
  givenUrl: string | null,
): RunningBackend {
  const { host, clock, log } = options;
  const { store, snapshots, figures, tracing } = opened;
  const { port } = listening;
  const publicUrl = givenUrl ?? `http://${urlHost(host)}:${port}`;
  const allowedHosts = options.allowedHosts ?? [];
  // First: a backend that cannot be reached as configured must not start working.
  const guard = new HostGuard({ host, port, publicUrl, allowedHosts });
  const parts = startParts(options, opened, publicUrl);
  const { role, services, media, workers, readiness, linkedPages } = parts;
  const { faults, epochs } = parts.networks;
  const testing: SnapshotDependencies & InboundDependencies = {
    ...{ store, clock, timers: parts.ports.timers, faults, epochs, snapshots },
    ...workers,
  };
  const web = webOf(options, parts, testing, guard);
  listening.serve(faultyApi(faults, store, web.app.fetch.bind(web.app)), { ...services, log });
  const monitoring =
    figuresAt &&
    serveFigures(figuresAt.listening, {
      host: figuresAt.host,
      allowedHosts: [new URL(publicUrl).hostname, ...allowedHosts],
      ...{ figures, state: new StateFigures({ store, clock, readiness, role }) },
      unreadable: { ...services, log },
    });
  const stopSweeping = sweepMedia(media, linkedPages, log);

  const close = async (): Promise<void> => {
    stopSweeping();
    web.open.close();
    await web.app.close();
    parts.stopHearing();
    await Promise.all([listening.close(CLOSE_PATIENCE_MS), monitoring?.close(), parts.stop()]);
    await web.open.drained();
    await media.close();
    await web.settled();
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
    routes: () => web.app.routes(),
    snapshots: {
      take: (workspaceId) => takeSnapshot(testing, workspaceId),
      restore: (workspaceId, snapshotId) => restoreSnapshot(testing, workspaceId, snapshotId),
    },
    close: () => (closing ??= close()),
  };
}
