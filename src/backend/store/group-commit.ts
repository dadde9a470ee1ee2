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
  /** How many statements that may have changed something have run; absent: that is not known. */
  changes?(): number;
}

/** How a write may be run. */
export interface WriteWay {
  /** It goes before those that are not, and its commit waits for none of them. */
  readonly urgent?: boolean;
  /**
   * It may run again from its beginning: whatever it leaves outside of the database it overwrites. Such writes have no
   * place of their own to go back to, which is a tenth of what a post takes: where one fails after it has changed
   * something, which is rare, all of its transaction is undone and run again in the other way.
   */
  readonly again?: boolean;
}

/** A write that had no place of its own has failed after it has changed something. */
class UndoAll extends Error {}

/** Each write has a place of its own to go back to. */
const BEGIN_ONE = CompiledQuery.raw('savepoint one_write');
const UNDO_ONE = CompiledQuery.raw('rollback to one_write');
const END_ONE = CompiledQuery.raw('release one_write');

interface Waiting {
  /** It is run without a place of its own. */
  light: boolean;
  /**
   * Runs the write inside the open transaction; afterwards `settle` tells the caller.
   *
   * @param alone nothing was written there before: where it fails, the transaction does
   * @throws UndoAll, or what the write throws
   */
  run(trx: unknown, alone: boolean): Promise<void>;
  settle(commitFailure: { readonly error: unknown } | null): void;
}

/**
 * Lets writes that arrive together share one durable commit. One that fails takes nothing of the others with it:
 * each runs inside a savepoint of its own, or can be run again, or is alone. Every caller hears of its result only
 * after the commit that holds it.
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

  write<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    { urgent = false, again = false }: WriteWay = {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let outcome: Outcome<Result> | null = null;
      const one: Waiting = {
        light: again && this.#around.changes !== undefined,
        run: async (trx, alone) => {
          const transaction = trx as Transaction<Tables>;
          if (alone) outcome = { ok: true, value: await work(transaction) };
          else if (one.light) outcome = await this.#runLight(transaction, work);
          else outcome = await runApart(transaction, work);
        },
        settle: (commitFailure) => {
          if (outcome?.ok === false) reject(outcome.error);
          else if (commitFailure) reject(commitFailure.error);
          else if (outcome) resolve(outcome.value);
          else reject(new Error('The write was not run.'));
        },
      };
      (urgent ? this.#urgent : this.#waiting).push(one);
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

  async #runLight<Result>(
    trx: Transaction<Tables>,
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Outcome<Result>> {
    const before = this.#around.changes?.();
    try {
      return { ok: true, value: await work(trx) };
    } catch (error) {
      if (this.#around.changes?.() !== before) throw new UndoAll();
      return { ok: false, error };
    }
  }

  /** The next of a transaction: all of one kind, and once there is an urgent one, urgent ones alone. */
  #next({
    onlyUrgent,
    light,
  }: {
    readonly onlyUrgent: boolean;
    readonly light: boolean;
  }): Waiting | undefined {
    if (this.#urgent.length > 0) return light ? undefined : this.#urgent.shift();
    if (onlyUrgent || this.#waiting[0]?.light !== light) return undefined;
    return this.#waiting.shift();
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets whatever arrives together come together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#urgent.length + this.#waiting.length > 0) await this.#runTogether();
    this.#running = null;
  }

  async #runTogether(): Promise<void> {
    const together: Waiting[] = [];
    const light = this.#urgent.length === 0 && this.#waiting[0]?.light === true;
    let failure: { readonly error: unknown } | null = null;
    try {
      await this.#db.transaction().execute(async (trx) => {
        await rememberConnection(trx);
        await this.#around.opened?.(trx);
        let onlyUrgent = false;
        while (together.length < MOST_TOGETHER) {
          const isUrgent = this.#urgent.length > 0;
          const next = this.#next({ onlyUrgent, light });
          if (!next) break;
          const alone = together.length + this.#urgent.length + this.#waiting.length === 0;
          together.push(next);
          onlyUrgent ||= isUrgent;
          await next.run(trx, alone);
        }
        await this.#around.closing?.(trx);
      });
    } catch (error) {
      if (error instanceof UndoAll) {
        for (const one of together) one.light = false;
        this.#waiting.unshift(...together);
        return;
      }
      failure = { error };
      if (together.length === 0) together.push(...this.#urgent.splice(0), ...this.#waiting.splice(0));
    }
    if (!failure) for (const listener of this.#listeners) listener();
    for (const one of together) one.settle(failure);
  }
}

type Outcome<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: unknown };

/** Inside a savepoint of its own: what it has changed is undone where it fails, and nothing else. */
async function runApart<Tables, Result>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Outcome<Result>> {
  await runOn(trx, BEGIN_ONE);
  let outcome: Outcome<Result>;
  try {
    outcome = { ok: true, value: await work(trx) };
  } catch (error) {
    outcome = { ok: false, error };
    await runOn(trx, UNDO_ONE).catch(() => {
      // A full disk or a broken connection has ended the whole transaction: this is why it failed.
      throw error;
    });
  }
  await runOn(trx, END_ONE);
  return outcome;
}
