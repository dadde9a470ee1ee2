import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { rememberConnection, runOn } from './direct-connection.js';

/** Most writes that share one commit. */
const MOST_TOGETHER = 64;

/** What a database does beside the writes themselves, in each transaction that holds some of them. */
export interface AroundCommit<Tables> {
  /** Before the first write. */
  opened?(trx: Transaction<Tables>): Promise<void>;
  /** After the last one. */
  closing?(trx: Transaction<Tables>): Promise<void>;
}

/** Each write has a place of its own to go back to. */
const BEGIN_ONE = CompiledQuery.raw('savepoint one_write');
const UNDO_ONE = CompiledQuery.raw('rollback to one_write');
const END_ONE = CompiledQuery.raw('release one_write');

interface Waiting {
  /** Runs the write inside the open transaction; afterwards `settle` tells the caller. */
  run(trx: unknown): Promise<void>;
  settle(commitFailure: { readonly error: unknown } | null): void;
}

/**
 * Lets writes that arrive together share one durable commit. Each runs inside a savepoint of its own, so
 * that one that fails takes nothing of the others with it; every caller hears of its result only after the
 * commit that holds it.
 *
 * A write must await nothing but its own queries, and must not start another write.
 */
export class GroupCommit<Tables> {
  readonly #db: Kysely<Tables>;
  readonly #waiting: Waiting[] = [];
  readonly #listeners = new Set<() => void>();
  /** Those for which somebody's due instant waits. */
  readonly #urgent: Waiting[] = [];
  readonly #around: AroundCommit<Tables>;
  #running: Promise<void> | null = null;

  constructor(db: Kysely<Tables>, around: AroundCommit<Tables> = {}) {
    this.#db = db;
    this.#around = around;
  }

  /** @param urgent it goes before those that are not, and its commit waits for none of them */
  write<Result>(work: (trx: Transaction<Tables>) => Promise<Result>, urgent = false): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let outcome: { ok: true; value: Result } | { ok: false; error: unknown } | null = null;
      (urgent ? this.#urgent : this.#waiting).push({
        run: async (trx) => {
          const transaction = trx as Transaction<Tables>;
          await runOn(transaction, BEGIN_ONE);
          try {
            outcome = { ok: true, value: await work(transaction) };
          } catch (error) {
            outcome = { ok: false, error };
            await runOn(transaction, UNDO_ONE).catch(() => {
              // A full disk or a broken connection has ended the whole transaction: this is why it failed.
              throw error;
            });
          }
          await runOn(transaction, END_ONE);
        },
        settle: (commitFailure) => {
          if (outcome?.ok === false) reject(outcome.error);
          else if (commitFailure) reject(commitFailure.error);
          else if (outcome) resolve(outcome.value);
          else reject(new Error('The write was not run.'));
        },
      });
      this.#running ??= this.#run();
    });
  }

  /**
   * Calls back after each commit, before those who wrote are told.
   *
   * @returns what ends it
   */
  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every write given so far has been committed or refused. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #next(onlyUrgent: boolean): { readonly waiting: Waiting; readonly urgent: boolean } | undefined {
    const urgent = this.#urgent.shift();
    if (urgent) return { waiting: urgent, urgent: true };
    const waiting = onlyUrgent ? undefined : this.#waiting.shift();
    return waiting && { waiting, urgent: false };
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets whatever arrives together come together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#urgent.length + this.#waiting.length > 0) {
      const together: Waiting[] = [];
      let failure: { readonly error: unknown } | null = null;
      let hasUrgent = false;
      try {
        await this.#db.transaction().execute(async (trx) => {
          await rememberConnection(trx);
          await this.#around.opened?.(trx);
          for (let next = this.#next(false); next; next = this.#next(hasUrgent)) {
            together.push(next.waiting);
            hasUrgent ||= next.urgent;
            await next.waiting.run(trx);
            if (together.length >= MOST_TOGETHER) break;
          }
          await this.#around.closing?.(trx);
        });
      } catch (error) {
        failure = { error };
        if (together.length === 0) together.push(...this.#urgent.splice(0), ...this.#waiting.splice(0));
      }
      if (!failure) for (const listener of this.#listeners) listener();
      for (const one of together) one.settle(failure);
    }
    this.#running = null;
  }
}
