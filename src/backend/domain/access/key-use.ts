import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Store } from '../../store/store.js';
import type { ApiKey } from './api-keys.js';

/** How often a key's last use is recorded at most, in milliseconds. */
const RECORD_INTERVAL_MS = 60_000;

/** Records when keys are last used. Requests do not wait for it. */
export class KeyUse {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(key: ApiKey): void {
    const now = this.#clock.now();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < RECORD_INTERVAL_MS) return;
    if (this.#pending.has(key.id)) return;
    const written = this.#write(key.id, now).finally(() => this.#pending.delete(key.id));
    this.#pending.set(key.id, written);
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  async #write(keyId: string, now: number): Promise<void> {
    try {
      await this.#store.write((trx) =>
        trx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute(),
      );
    } catch (error) {
      this.#log.warn({ err: error, keyId }, 'could not record the last use of a key');
    }
  }
}
