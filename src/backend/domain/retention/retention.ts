import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import {
  deleteExpiredAccess,
  deleteExpiredResponses,
  deleteExpiredSessions,
  deleteOldReads,
  deleteUnusedBuckets,
  endUnusedConnections,
} from './delete-expired.js';
import { deleteOldDeliveries, deleteOldestRows, type OldRows, type Removed } from './delete-old-rows.js';
import {
  DAY_MS,
  DEFAULT_RETENTION_DAYS,
  READ_RETENTION_DAYS,
  type RetentionDays,
  UPLOAD_RETENTION_DAYS,
} from './retention-periods.js';

/** How often old data is deleted, in milliseconds. */
const SWEEP_INTERVAL_MS = 15 * 60 * 1000;

/** Pause between two transactions, so that other writes can run, in milliseconds. */
const PAUSE_MS = 5;

export interface RetentionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionDays?: Partial<RetentionDays> | undefined;
  /** Deletes old uploads at the simulated networks. Skips as many of the oldest as earlier calls have kept. */
  readonly deleteUploads: (old: OldRows, skip: number) => Promise<Removed & { readonly kept: number }>;
}

/**
 * Deletes data past its retention period in small batches, and returns the space to the file system. Age is measured
 * by each workspace's own clock.
 */
export class Retention {
  readonly #dependencies: RetentionDependencies;
  readonly #retentionDays: RetentionDays;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #sweeping: Promise<void> | null = null;

  constructor(dependencies: RetentionDependencies) {
    this.#dependencies = dependencies;
    this.#retentionDays = { ...DEFAULT_RETENTION_DAYS, ...dependencies.retentionDays };
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        dependencies.log.warn({ err: error }, 'could not delete old data; the next sweep tries again'),
      );
    }, SWEEP_INTERVAL_MS).unref();
  }

  /** Deletes everything that is past its retention period now. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#sweeping?.catch(() => undefined);
  }

  async #sweep(): Promise<void> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    await deleteExpiredSessions(store, now);
    await this.#untilDone(() => deleteExpiredAccess(store, now));
    await endUnusedConnections(store, now);
    await this.#untilDone(() => deleteUnusedBuckets(store, now));
    await this.#untilDone(() => deleteExpiredResponses(store, now));
    await this.#untilDone(() => deleteOldReads(store, now - READ_RETENTION_DAYS * DAY_MS));
    for (const workspace of await store.db.selectFrom('workspaces').selectAll().execute()) {
      const today = workspaceNow(workspace, now);
      for (const table of ['events', 'activity'] as const) {
        const days = this.#retentionDays[table];
        if (days === null) continue;
        const old = { workspaceId: workspace.id, before: today - days * DAY_MS };
        await this.#untilDone(() => deleteOldestRows(store, table, old));
      }
      await this.#deleteOldDeliveries(workspace.id, today);
      await this.#deleteUploads(workspace.id, today);
    }
    await this.#untilDone(async () => ({ rows: 0, more: await store.reclaimSpace() }));
  }

  async #deleteOldDeliveries(workspaceId: string, today: number): Promise<void> {
    const { store } = this.#dependencies;
    const days = this.#retentionDays.deliveries;
    if (days === null) return;
    const before = today - days * DAY_MS;
    const webhooks = await store.db
      .selectFrom('webhooks')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    for (const { id } of webhooks) {
      let after = '';
      await this.#untilDone(async () => {
        const { rows, upTo } = await deleteOldDeliveries(store, id, { before, after });
        after = upTo ?? after;
        return { rows, more: upTo !== null };
      });
    }
  }

  async #deleteUploads(workspaceId: string, today: number): Promise<void> {
    const old = { workspaceId, before: today - UPLOAD_RETENTION_DAYS * DAY_MS };
    let skip = 0;
    await this.#untilDone(async () => {
      const removed = await this.#dependencies.deleteUploads(old, skip);
      skip += removed.kept;
      return removed;
    });
  }

  async #untilDone(remove: () => Promise<Removed>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { more } = await remove();
      if (!more) return;
      await pause(PAUSE_MS);
    }
  }
}
