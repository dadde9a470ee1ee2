import { PLATFORMS } from '../../contract/platforms.js';
import type { Attributes } from '../base/tracing/span.js';
import type { AccountRow } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { clampAfterClockRollback } from './clock-rollback.js';
import { alignMovedWorkspaces, countDue, type DueOptions, type DueTable, nextWake } from './due-table.js';

/** What the spans of all jobs have in common that are done at a network. */
export function networkAttributes(
  account: Pick<AccountRow, 'id' | 'workspace_id' | 'platform' | 'simulated'>,
): Attributes {
  return {
    'postrider.workspace.id': account.workspace_id,
    'postrider.account.id': account.id,
    'postrider.platform': account.platform,
    'postrider.network': account.simulated === 1 ? 'simulated' : 'real',
  };
}

interface NetworkQueueOptions {
  readonly store: Store;
  /** Its rows are the jobs. */
  readonly table: DueTable;
  /** How many milliseconds before its time a job may be claimed; default 0. */
  readonly lead?: number;
}

/** What queues have in common whose jobs are rows of a table, and talk to one network each. */
export abstract class NetworkQueue {
  readonly #store: Store;
  readonly #table: DueTable;
  readonly #lead: number;

  constructor({ store, table, lead = 0 }: NetworkQueueOptions) {
    this.#store = store;
    this.#table = table;
    this.#lead = lead;
  }

  refresh(now: number): Promise<void> {
    return alignMovedWorkspaces(this.#store, this.#table, now);
  }

  slotGroups(): readonly (readonly string[])[] {
    return [PLATFORMS];
  }

  countDue(options: DueOptions, limit: number): Promise<number> {
    return countDue(this.#store, this.#table, { ...options, ahead: this.#lead }, limit);
  }

  nextWake(after: number): Promise<number | null> {
    return nextWake(this.#store, this.#table, after, this.#lead);
  }

  clampAfterClockRollback(now: number, lease: number): Promise<void> {
    return clampAfterClockRollback(this.#store, this.#table, now, lease);
  }
}
