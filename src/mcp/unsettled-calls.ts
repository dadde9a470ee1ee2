import { createHash } from 'node:crypto';
import { isRecord } from '../base/is-record.js';

/** How long the service knows an idempotency key, in ms. */
const KEPT_MS = 24 * 3_600_000;

/** Calls kept at a time. */
const MAX_KEPT = 500;

/** A call as the host sent it. */
interface Repeatable {
  readonly tool: string;
  readonly args: unknown;
  /** Tells callers apart. */
  readonly secret: string;
}

/**
 * Calls whose outcome is unknown, with the idempotency key of their request. A model that repeats such a call
 * unchanged, with or without the key, continues it: it cannot act twice.
 */
export class UnsettledCalls {
  readonly #kept = new Map<string, { readonly key: string; readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The call's arguments, with the key of its unsettled predecessor if they name none. */
  continued(call: Repeatable): unknown {
    const { args } = call;
    // Long arguments are not hashed for nothing: there is hardly ever a call to continue.
    if (this.#kept.size === 0) return args;
    if (!isRecord(args) || args['idempotencyKey'] !== undefined || args['confirmToken'] !== undefined)
      return args;
    const kept = this.#kept.get(nameOf(call));
    return kept === undefined || kept.until < this.#now() ? args : { ...args, idempotencyKey: kept.key };
  }

  keep(call: Repeatable, key: string): void {
    const name = nameOf(call);
    this.#kept.delete(name);
    this.#kept.set(name, { key, until: this.#now() + KEPT_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Its outcome is known now. */
  settle(call: Repeatable): void {
    if (this.#kept.size > 0) this.#kept.delete(nameOf(call));
  }
}

/** The same for the same arguments in any order. What only refers to an earlier answer does not count. */
function nameOf({ tool, args, secret }: Repeatable): string {
  const given = isRecord(args) ? args : {};
  const parts = Object.entries(given)
    .filter(([name]) => name !== 'confirmToken' && name !== 'idempotencyKey')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([secret, tool, parts]))
    .digest('base64url');
}
