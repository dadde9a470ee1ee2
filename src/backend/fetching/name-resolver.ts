import { type Clock, systemClock } from '../base/clock.js';
import { FairTurns } from '../base/fair-turns.js';

/** The addresses of a name, and for how many milliseconds they may be kept. */
export interface NameAnswer {
  readonly addresses: readonly string[];
  readonly ttlMs: number;
}

/** Looks up a name. When the signal aborts, nobody waits for the answer any more. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<NameAnswer>;

export interface ResolveOptions {
  /** Stops waiting. The look-up ends when nobody waits for it. */
  readonly signal: AbortSignal;
  /** Who asks: look-ups are limited for each of these, and take turns. */
  readonly share: string;
}

export interface NameResolverOptions {
  /** The most look-ups at a time; each has a socket. */
  readonly maxAtOnce?: number;
  /** The most look-ups at a time that one share has begun. */
  readonly maxPerShare?: number;
  /** How long a look-up may take, in milliseconds. */
  readonly limitMs?: number;
  readonly clock?: Pick<Clock, 'monotonic'>;
}

/** No name server answered within the limit. */
export class NameLookUpTimedOut extends Error {
  override readonly name = 'NameLookUpTimedOut';

  constructor(host: string, limitMs: number) {
    super(`No name server answered for ${host} within ${limitMs / 1000} s.`);
  }
}

const MAX_AT_ONCE = 256;
const MAX_PER_SHARE = 64;
const LIMIT_MS = 10_000;

/** The longest time to keep addresses, in milliseconds: receivers move. */
const MAX_TTL_MS = 60_000;

/** How long to keep that a name could not be looked up, in milliseconds. */
const FAILED_TTL_MS = 5_000;

/** The most names to keep. */
const MAX_KEPT = 10_000;

type Outcome = { readonly addresses: readonly string[] } | { readonly error: unknown };

interface Waiter {
  resolve(addresses: readonly string[]): void;
  reject(error: unknown): void;
}

/** One look-up, and everybody who waits for it. */
interface Pending {
  readonly name: string;
  readonly waiters: Set<Waiter>;
  readonly controller: AbortController;
  /** The share whose turn it took; null: it waits for a turn. */
  share: string | null;
}

/**
 * Looks up the names of untrusted URLs. Questions for one name share a look-up and its answer. Shares take turns, and
 * none has more than its limit, so that one workspace’s dead receivers delay nobody else.
 */
export class NameResolver {
  readonly #lookUp: LookUp;
  readonly #limitMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kept = new Map<string, { readonly outcome: Outcome; readonly until: number }>();
  readonly #pending = new Map<string, Pending>();
  readonly #turns: FairTurns<Pending>;

  constructor(lookUp: LookUp, options: NameResolverOptions = {}) {
    this.#lookUp = lookUp;
    this.#limitMs = options.limitMs ?? LIMIT_MS;
    this.#clock = options.clock ?? systemClock;
    this.#turns = new FairTurns({
      maxAtOnce: options.maxAtOnce ?? MAX_AT_ONCE,
      maxPerShare: options.maxPerShare ?? MAX_PER_SHARE,
      start: (pending, share) => this.#start(pending, share),
    });
  }

  /**
   * The addresses of a host.
   *
   * @throws NameLookUpTimedOut, what the look-up throws, or the reason of the signal
   */
  resolve(host: string, { signal, share }: ResolveOptions): Promise<readonly string[]> {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (signal.aborted) return Promise.reject(signal.reason);
    const kept = this.#fresh(name);
    if (kept) return 'error' in kept ? Promise.reject(kept.error) : Promise.resolve(kept.addresses);

    const pending = this.#pending.get(name) ?? this.#begin(name);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        pending.waiters.delete(waiter);
        reject(signal.reason);
        if (pending.waiters.size === 0) this.#abandon(pending, signal.reason);
      };
      const stay = (): void => signal.removeEventListener('abort', leave);
      const waiter: Waiter = {
        resolve: (addresses) => {
          stay();
          resolve(addresses);
        },
        reject: (error) => {
          stay();
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      pending.waiters.add(waiter);
      if (pending.share === null) this.#turns.add(pending, share);
    });
  }

  #fresh(name: string): Outcome | null {
    const kept = this.#kept.get(name);
    if (!kept) return null;
    if (kept.until > this.#clock.monotonic()) return kept.outcome;
    this.#kept.delete(name);
    return null;
  }

  #begin(name: string): Pending {
    const pending: Pending = { name, waiters: new Set(), controller: new AbortController(), share: null };
    this.#pending.set(name, pending);
    return pending;
  }

  #start(pending: Pending, share: string): void {
    const { name, controller } = pending;
    pending.share = share;
    const limit = setTimeout(
      () => this.#end(pending, { error: new NameLookUpTimedOut(name, this.#limitMs) }, FAILED_TTL_MS),
      this.#limitMs,
    );
    controller.signal.addEventListener('abort', () => clearTimeout(limit), { once: true });
    this.#lookUp(name, controller.signal).then(
      ({ addresses, ttlMs }) => this.#end(pending, { addresses }, Math.min(ttlMs, MAX_TTL_MS)),
      (error: unknown) => this.#end(pending, { error }, FAILED_TTL_MS),
    );
  }

  #end(pending: Pending, outcome: Outcome, keepMs: number): void {
    if (!this.#forget(pending)) return;
    this.#keep(pending.name, outcome, keepMs);
    for (const waiter of pending.waiters) {
      if ('error' in outcome) waiter.reject(outcome.error);
      else waiter.resolve(outcome.addresses);
    }
  }

  #abandon(pending: Pending, reason: unknown): void {
    this.#forget(pending, reason);
  }

  /** Frees what a look-up takes, and ends it if it is still running. @returns false where it has ended before */
  #forget(pending: Pending, reason?: unknown): boolean {
    if (this.#pending.get(pending.name) !== pending) return false;
    this.#pending.delete(pending.name);
    pending.controller.abort(reason);
    if (pending.share === null) this.#turns.remove(pending);
    else this.#turns.end(pending.share);
    return true;
  }

  #keep(name: string, outcome: Outcome, milliseconds: number): void {
    this.#kept.delete(name);
    if (milliseconds <= 0) return;
    this.#kept.set(name, { outcome, until: this.#clock.monotonic() + milliseconds });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
