import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../contract/platforms.js';
import { ConnectionFailed, type Wire, type WireRequest, type WireResponse } from '../wire.js';

/** What goes wrong. */
type FaultEffect =
  /** The network answers with this status. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  /** The request takes so long before it reaches the network, in milliseconds of the workspace's clock. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The connection ends. */
  | { readonly kind: 'reset' }
  /** The network cannot be reached: nothing is sent. */
  | { readonly kind: 'refused' }
  /** The answer breaks off in its middle. */
  | { readonly kind: 'cut' }
  /** There is no answer for as long as anybody waits. */
  | { readonly kind: 'hang' };

/** One scripted fault on the way to a simulated network. */
export interface NetworkFault {
  /** Absent: on any network. */
  readonly platform?: Platform;
  /** Absent: any method. */
  readonly method?: WireRequest['method'];
  /** Path at the network with `*` for anything, such as `/2/tweets`; absent: any path. */
  readonly path?: string;
  /** How many requests it befalls; absent: every one. */
  readonly times?: number;
  /** In (0, 1]: how likely it befalls a request that it fits; absent: surely. */
  readonly probability?: number;
  /** Whether the network acts on the request all the same; absent: it does not. */
  readonly effect?: 'before' | 'after';
  readonly does: FaultEffect;
}

const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/** Park and Miller: the same numbers in [0, 1) for the same seed. */
function seeded(seed: number): () => number {
  let state = Math.abs(Math.trunc(seed)) % MODULUS || 1;
  return () => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
}

/** A pattern with `*` for anything as a regular expression for the whole path. */
function patternOf(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

interface Scripted {
  readonly fault: NetworkFault;
  readonly path: RegExp | null;
  left: number;
}

/** Faults in the order in which they were written; it counts how often each has still to happen. */
export class FaultScript {
  readonly #scripted: readonly Scripted[];
  readonly #random: () => number;

  /** @param seed decides, with the order of the requests, which of the probable faults happen */
  constructor(faults: readonly NetworkFault[], seed = 1) {
    this.#scripted = faults.map((fault) => ({
      fault,
      path: fault.path === undefined ? null : patternOf(fault.path),
      left: fault.times ?? Number.POSITIVE_INFINITY,
    }));
    this.#random = seeded(seed);
  }

  /** The first fault that befalls this request; it is counted as happened. Null: the request goes its way. */
  next(platform: Platform, { method, path }: WireRequest): NetworkFault | null {
    for (const one of this.#scripted) {
      const { fault } = one;
      const fits =
        one.left > 0 &&
        (fault.platform === undefined || fault.platform === platform) &&
        (fault.method === undefined || fault.method === method) &&
        (one.path === null || one.path.test(path));
      if (!fits || (fault.probability !== undefined && this.#random() >= fault.probability)) continue;
      one.left -= 1;
      return fault;
    }
    return null;
  }

  /** The faults that may still happen, with how often; null: every time. */
  get pending(): readonly { readonly fault: NetworkFault; readonly left: number | null }[] {
    return this.#scripted
      .filter(({ left }) => left > 0)
      .map(({ fault, left }) => ({ fault, left: Number.isFinite(left) ? left : null }));
  }
}

interface ChaosOptions {
  readonly platform: Platform;
  readonly script: FaultScript;
  /** Waits, as long as it takes on the workspace's clock; absent: on the machine's. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** A wire on which scripted faults happen. Several wires may share a script: its counts hold for all. */
export function chaosWire(wire: Wire, { platform, script, pause = sleep }: ChaosOptions): Wire {
  return {
    webUrl: wire.webUrl,
    async send(request, signal) {
      const fault = script.next(platform, request);
      if (!fault) return wire.send(request, signal);
      if (fault.does.kind === 'latency') {
        await waiting(pause(fault.does.ms), signal);
        return wire.send(request, signal);
      }
      if (fault.does.kind === 'refused') throw new ConnectionFailed('refused', false);
      const response = fault.effect === 'after' ? await wire.send(request, signal) : null;
      return broken(fault.does, response, signal);
    },
  };
}

/** What becomes of the answer. */
function broken(
  does: Exclude<FaultEffect, { kind: 'latency' | 'refused' }>,
  response: WireResponse | null,
  signal: AbortSignal,
): Promise<WireResponse> {
  switch (does.kind) {
    case 'status':
      return Promise.resolve({
        status: does.status,
        headers: response?.headers ?? {},
        body: does.body ?? null,
      });
    case 'reset':
    case 'cut':
      return Promise.reject(new ConnectionFailed('reset', true));
    case 'hang':
      return waiting(new Promise<never>(() => undefined), signal);
  }
}

/** @throws ConnectionFailed when the wait is over before the work is done: the request may have been sent */
function waiting<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(new ConnectionFailed('timeout', true));
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
