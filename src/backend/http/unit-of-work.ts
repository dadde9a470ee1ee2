import type { RecordedCall } from '../domain/activity/call-log.js';
import type { Services } from '../operations/services.js';
import { nameTool } from '../store/activity.js';
import type { Write, WriteOptions } from '../store/store.js';
import type { KeyedRun } from './idempotency/idempotency.js';
import type { StoredAnswer } from './idempotency/idempotency-records.js';

/** The single transaction of a request: its effect, its activity entry and its idempotency record. */
export class UnitOfWork {
  readonly #status: number;
  readonly #services: Services;
  readonly #run: KeyedRun | null;
  readonly #call: RecordedCall | undefined;
  #used = false;
  #stored: StoredAnswer | null = null;
  #answer: unknown;

  constructor(status: number, services: Services, run: KeyedRun | null, call: RecordedCall | undefined) {
    this.#status = status;
    this.#services = services;
    this.#run = run;
    this.#call = call;
  }

  /** The answer that another process stored under the same key before this one committed. */
  get replayed(): StoredAnswer | null {
    return this.#stored?.replayed ? this.#stored : null;
  }

  /** The JSON text that was stored for an answer; undefined for any other object. */
  textOf(answer: unknown): string | undefined {
    return this.#stored !== null && answer === this.#answer ? this.#stored.text : undefined;
  }

  async commit<Answer>(
    effect: (trx: Write) => Promise<Answer>,
    how: Pick<WriteOptions, 'again'> = {},
  ): Promise<Answer> {
    if (this.#used) throw new Error('A request commits once: keep what belongs together in one transaction.');
    this.#used = true;
    const recorded = (trx: Write): Promise<Answer> => this.#record(effect, trx);
    if (!this.#run) {
      const answer = await this.#services.store.write(recorded, how);
      if (this.#call) this.#call.changed = true;
      return answer;
    }
    const committed = await this.#run.commit(this.#status, recorded, how);
    this.#stored = committed.stored;
    // The stored text is an answer of this operation: the record's method and path identify it.
    if (committed.replayed) return JSON.parse(committed.stored.text) as Answer;
    if (this.#call) this.#call.changed = true;
    this.#answer = committed.answer;
    return committed.answer;
  }

  async #record<Answer>(effect: (trx: Write) => Promise<Answer>, trx: Write): Promise<Answer> {
    const answer = await effect(trx);
    const { caller, requestId, tool = null } = this.#call ?? {};
    if (tool !== null && caller && requestId !== undefined) {
      await nameTool(trx, { apiKeyId: caller.key.id, requestId, tool });
    }
    return answer;
  }
}
