import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Store } from '../../store/store.js';
import type { ApiKey } from './api-keys.js';

/** A key's last use is written down at most this often, in milliseconds. */
const NOTE_EVERY_MS = 60_000;

/** Notes when keys are used. Requests do not wait for it. */
export class KeyUse {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #noting = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(key: ApiKey): void {
    const now = this.#clock.now();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < NOTE_EVERY_MS) return;
    if (this.#noting.has(key.id)) return;
    const noted = this.#write(key.id, now).finally(() => this.#noting.delete(key.id));
    this.#noting.set(key.id, noted);
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#noting.values());
  }

  async #write(keyId: string, now: number): Promise<void> {
    try {
      await this.#store.write((trx) =>
        trx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute(),
      );
    } catch (error) {
      this.#log.warn({ err: error, keyId }, 'the use of a key could not be noted');
    }
  }
}
