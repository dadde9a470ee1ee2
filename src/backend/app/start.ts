import { BackendNotStarted } from '../base/backend-not-started.js';
import { systemClock } from '../base/clock.js';
import { Figures } from '../base/figures.js';
import { randomIds } from '../base/ids.js';
import { createLog } from '../base/log.js';
import { ensureFirstWorkspace } from '../domain/access/workspaces.js';
import { noteEnvironmentReviews } from '../domain/apps/repository.js';
import { checkMediaLocation } from '../domain/media/media-location.js';
import { openMedia } from '../domain/media/media-service.js';
import { connectDemoAccountsOnce } from '../domain/sandbox/demo/connect-demo-accounts.js';
import { Snapshots } from '../domain/sandbox/snapshots.js';
import { listenedHost } from '../http/server/host-names.js';
import type { WorkspaceRow } from '../store/schema.js';
import { unlock } from '../store/sealing/unlock.js';
import { tracedWrites } from '../store/traced-writes.js';
import {
  applyAdminPassword,
  DEFAULT_HOST,
  readPublicUrl,
  readTrustedProxies,
  refuseRemote,
} from './address.js';
import type { BackendOptions } from './backend-options.js';
import { listenAt } from './listen-at.js';
import { tracingOf } from './monitoring/tracing-of.js';
import { openForBackend } from './open-for-backend.js';
import { runBackend } from './run-backend.js';
import type { RunningBackend } from './running-backend.js';
import { warnOfExposure, warnOfKeyBesideData } from './warn-of-exposure.js';

export const DEFAULT_PORT = 4747;

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
        return runBackend(resolved, parts, { listening, figuresAt }, givenUrl);
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

function dataIsSandbox({ name }: WorkspaceRow): BackendNotStarted {
  return new BackendNotStarted(
    'data_is_sandbox',
    `The data belongs to the sandbox "${name}", whose networks are simulated. A sandbox cannot become live.`,
  );
}
