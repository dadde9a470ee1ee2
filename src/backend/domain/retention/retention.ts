import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { deleteExpiredResponses, deleteExpiredSessions, deleteOldReads } from './delete-expired.js';
import { deleteOldDeliveries, deleteOldestRows, type Removed } from './delete-old-rows.js';
import { forgetUploads } from './forget-uploads.js';
import {
  DAY_MS,
  DEFAULT_RETENTION_DAYS,
  READ_RETENTION_DAYS,
  type RetentionDays,
  UPLOAD_RETENTION_DAYS,
} from './retention-periods.js';

/** How often it is looked for what is old, in milliseconds. */
const LOOK_EVERY_MS = 15 * 60 * 1000;

/** Between two transactions, so that others get their turn, in milliseconds. */
const PAUSE_MS = 5;

export interface RetentionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly kept?: Partial<RetentionDays> | undefined;
}

/**
 * Forgets what has been kept long enough, a few rows at a time, and gives their space back. What belongs to a
 * workspace is as old as its clock says.
 */
export class Retention {
  readonly #ports: RetentionDependencies;
  readonly #kept: RetentionDays;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #sweeping: Promise<void> | null = null;

  constructor(ports: RetentionDependencies) {
    this.#ports = ports;
    this.#kept = { ...DEFAULT_RETENTION_DAYS, ...ports.kept };
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        ports.log.warn({ err: error }, 'what is old stays in the database for now'),
      );
    }, LOOK_EVERY_MS).unref();
  }

  /** Forgets everything that is old by now. */
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
    const { store, clock } = this.#ports;
    const now = clock.now();
    await deleteExpiredSessions(store, now);
    await this.#allOf(() => deleteExpiredResponses(store, now));
    await this.#allOf(() => deleteOldReads(store, now - READ_RETENTION_DAYS * DAY_MS));
    for (const workspace of await store.db.selectFrom('workspaces').selectAll().execute()) {
      const today = workspaceNow(workspace, now);
      for (const table of ['events', 'activity'] as const) {
        const days = this.#kept[table];
        if (days === null) continue;
        const old = { workspaceId: workspace.id, before: today - days * DAY_MS };
        await this.#allOf(() => deleteOldestRows(store, table, old));
      }
      await this.#deleteOldDeliveries(workspace.id, today);
      await this.#forgetUploads(workspace.id, today);
    }
    await this.#allOf(async () => ({ rows: 0, more: await store.giveBackSpace() }));
  }

  async #deleteOldDeliveries(workspaceId: string, today: number): Promise<void> {
    const { store } = this.#ports;
    const days = this.#kept.deliveries;
    if (days === null) return;
    const before = today - days * DAY_MS;
    const webhooks = await store.db
      .selectFrom('webhooks')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    for (const { id } of webhooks) {
      let after = '';
      await this.#allOf(async () => {
        const { rows, upTo } = await deleteOldDeliveries(store, id, { before, after });
        after = upTo ?? after;
        return { rows, more: upTo !== null };
      });
    }
  }

  async #forgetUploads(workspaceId: string, today: number): Promise<void> {
    const old = { workspaceId, before: today - UPLOAD_RETENTION_DAYS * DAY_MS };
    let skip = 0;
    await this.#allOf(async () => {
      const removed = await forgetUploads(this.#ports.store, old, skip);
      skip += removed.kept;
      return removed;
    });
  }

  async #allOf(remove: () => Promise<Removed>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { more } = await remove();
      if (!more) return;
      await pause(PAUSE_MS);
    }
  }
}
