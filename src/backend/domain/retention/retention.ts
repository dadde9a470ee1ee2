import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { forgetAnswers, forgetReads, forgetSessions } from './forget-ended.js';
import { forgetDeliveries, forgetOldest, type Old, type Removed } from './forget-logs.js';
import { DAY_MS, KEPT_DAYS, type KeptDays, READS_KEPT_DAYS, UPLOADS_KEPT_DAYS } from './kept-days.js';

/** How often it is looked for what is old, in milliseconds. */
const LOOK_EVERY_MS = 15 * 60 * 1000;

/** Between two transactions, so that others get their turn, in milliseconds. */
const PAUSE_MS = 5;

export interface RetentionPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly kept?: Partial<KeptDays> | undefined;
  /** Removes old uploads at the simulated networks; of the oldest, it skips as many as earlier calls have kept. */
  readonly forgetUploads: (old: Old, skip: number) => Promise<Removed & { readonly kept: number }>;
}

/**
 * Forgets what has been kept long enough, a few rows at a time, and gives their space back. What belongs to a
 * workspace is as old as its clock says.
 */
export class Retention {
  readonly #ports: RetentionPorts;
  readonly #kept: KeptDays;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #sweeping: Promise<void> | null = null;

  constructor(ports: RetentionPorts) {
    this.#ports = ports;
    this.#kept = { ...KEPT_DAYS, ...ports.kept };
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
    await forgetSessions(store, now);
    await this.#allOf(() => forgetAnswers(store, now));
    await this.#allOf(() => forgetReads(store, now - READS_KEPT_DAYS * DAY_MS));
    for (const workspace of await store.db.selectFrom('workspaces').selectAll().execute()) {
      const today = workspaceNow(workspace, now);
      for (const table of ['events', 'activity'] as const) {
        const days = this.#kept[table];
        if (days === null) continue;
        const old = { workspaceId: workspace.id, before: today - days * DAY_MS };
        await this.#allOf(() => forgetOldest(store, table, old));
      }
      await this.#forgetDeliveries(workspace.id, today);
      await this.#forgetUploads(workspace.id, today);
    }
    await this.#allOf(async () => ({ rows: 0, more: await store.reclaimSpace() }));
  }

  async #forgetDeliveries(workspaceId: string, today: number): Promise<void> {
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
        const { rows, upTo } = await forgetDeliveries(store, id, { before, after });
        after = upTo ?? after;
        return { rows, more: upTo !== null };
      });
    }
  }

  async #forgetUploads(workspaceId: string, today: number): Promise<void> {
    const old = { workspaceId, before: today - UPLOADS_KEPT_DAYS * DAY_MS };
    let skip = 0;
    await this.#allOf(async () => {
      const removed = await this.#ports.forgetUploads(old, skip);
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
