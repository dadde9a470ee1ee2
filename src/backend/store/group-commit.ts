import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { rememberConnection, runOn } from './direct-connection.js';

/** Writes that can share one commit. */
const MAX_BATCH = 64;

/** What a database adds to each transaction. */
export interface CommitHooks<Tables> {
  /** Before the first write. */
  opened?(trx: Transaction<Tables>): Promise<void>;
  /** After the last one. */
  closing?(trx: Transaction<Tables>): Promise<void>;
  /** Number of statements so far that may have changed something; absent: unknown. */
  changes?(): number;
}

/** How a write can be run. */
export interface WriteMode {
  /** Runs ahead of the others, in a commit that does not wait for them. */
  readonly urgent?: boolean;
  /**
   * Can be rerun from its start: it overwrites whatever it left outside the database. Such writes need no savepoint,
   * which saves a tenth of the cost of a post. If one fails after a change, which is rare, the whole transaction rolls
   * back and runs again with savepoints.
   */
  readonly again?: boolean;
}

/** A write without a savepoint failed after it changed something. */
class RollbackAll extends Error {}

const SAVEPOINT = CompiledQuery.raw('savepoint one_write');
const ROLLBACK_TO = CompiledQuery.raw('rollback to one_write');
const RELEASE = CompiledQuery.raw('release one_write');

interface PendingWrite {
  /** Runs without a savepoint. */
  light: boolean;
  /**
   * Runs the write in the open transaction. `settle` then resolves or rejects the caller's promise.
   *
   * @param alone the transaction holds nothing else: if the write fails, so does the transaction
   * @throws RollbackAll, or the write's own error
   */
  run(trx: unknown, alone: boolean): Promise<void>;
  settle(commitFailure: { readonly error: unknown } | null): void;
}

/**
 * Lets writes that arrive together share one durable commit. A failed write does not affect the others: each has a
 * savepoint, can be rerun, or is alone. Every caller gets its result only after the commit.
 *
 * A write must await only its own queries and must not start another write.
 */
export class GroupCommit<Tables> {
  readonly #db: Kysely<Tables>;
  readonly #waiting: PendingWrite[] = [];
  readonly #listeners = new Set<() => void>();
  /** Writes that a due post waits for. */
  readonly #urgent: PendingWrite[] = [];
  readonly #hooks: CommitHooks<Tables>;
  #running: Promise<void> | null = null;

  constructor(db: Kysely<Tables>, hooks: CommitHooks<Tables> = {}) {
    this.#db = db;
    this.#hooks = hooks;
  }

  write<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    { urgent = false, again = false }: WriteMode = {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let outcome: Outcome<Result> | null = null;
      const one: PendingWrite = {
        light: again && this.#hooks.changes !== undefined,
        run: async (trx, alone) => {
          const transaction = trx as Transaction<Tables>;
          if (alone) outcome = { ok: true, value: await work(transaction) };
          else if (one.light) outcome = await this.#runLight(transaction, work);
          else outcome = await runInSavepoint(transaction, work);
        },
        settle: (commitFailure) => {
          if (outcome?.ok === false) reject(outcome.error);
          else if (commitFailure) reject(commitFailure.error);
          else if (outcome) resolve(outcome.value);
          else reject(new Error('The write did not run.'));
        },
      };
      (urgent ? this.#urgent : this.#waiting).push(one);
      this.#running ??= this.#run();
    });
  }

  /**
   * Calls back after each commit, before the callers get their results.
   *
   * @returns unsubscribes
   */
  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every write so far has been committed or rejected. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #runLight<Result>(
    trx: Transaction<Tables>,
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Outcome<Result>> {
    const before = this.#hooks.changes?.();
    try {
      return { ok: true, value: await work(trx) };
    } catch (error) {
      if (this.#hooks.changes?.() !== before) throw new RollbackAll();
      return { ok: false, error };
    }
  }

  /** The next write of a transaction: all of one kind; after the first urgent write, only urgent ones. */
  #next({
    onlyUrgent,
    light,
  }: {
    readonly onlyUrgent: boolean;
    readonly light: boolean;
  }): PendingWrite | undefined {
    if (this.#urgent.length > 0) return light ? undefined : this.#urgent.shift();
    if (onlyUrgent || this.#waiting[0]?.light !== light) return undefined;
    return this.#waiting.shift();
  }

  async #run(): Promise<void> {
    // Wait one turn of the event loop, so that writes that arrive together are batched.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#urgent.length + this.#waiting.length > 0) await this.#runBatch();
    this.#running = null;
  }

  async #runBatch(): Promise<void> {
    const batch: PendingWrite[] = [];
    const light = this.#urgent.length === 0 && this.#waiting[0]?.light === true;
    let failure: { readonly error: unknown } | null = null;
    try {
      await this.#db.transaction().execute(async (trx) => {
        await rememberConnection(trx);
        await this.#hooks.opened?.(trx);
        let onlyUrgent = false;
        while (batch.length < MAX_BATCH) {
          const isUrgent = this.#urgent.length > 0;
          const next = this.#next({ onlyUrgent, light });
          if (!next) break;
          const alone = batch.length + this.#urgent.length + this.#waiting.length === 0;
          batch.push(next);
          onlyUrgent ||= isUrgent;
          await next.run(trx, alone);
        }
        await this.#hooks.closing?.(trx);
      });
    } catch (error) {
      if (error instanceof RollbackAll) {
        for (const one of batch) one.light = false;
        this.#waiting.unshift(...batch);
        return;
      }
      failure = { error };
      if (batch.length === 0) batch.push(...this.#urgent.splice(0), ...this.#waiting.splice(0));
    }
    if (!failure) for (const listener of this.#listeners) listener();
    for (const one of batch) one.settle(failure);
  }
}

type Outcome<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: unknown };

/** Runs a write in its own savepoint, so that a failure undoes only its own changes. */
async function runInSavepoint<Tables, Result>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Outcome<Result>> {
  await runOn(trx, SAVEPOINT);
  let outcome: Outcome<Result>;
  try {
    outcome = { ok: true, value: await work(trx) };
  } catch (error) {
    outcome = { ok: false, error };
    await runOn(trx, ROLLBACK_TO).catch(() => {
      // A full disk or a broken connection ended the whole transaction: report that as the cause.
      throw error;
    });
  }
  await runOn(trx, RELEASE);
  return outcome;
}
