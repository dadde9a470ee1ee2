import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { textAt } from '../../src/backend/networks/requests/json-answer.js';
import { ConnectionFailed, type Wire, type WireRequest } from '../../src/backend/networks/wire.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { Fault, WireFault } from './cells.js';

/** The requests that publish something. */
const PUBLISHES: Readonly<Record<Platform, (request: WireRequest) => boolean>> = {
  x: matching(/^POST \/2\/tweets$/),
  instagram: matching(/^POST \S+\/(media_publish|comments|replies|messages)$/),
  facebook: matching(/^POST \S+\/(feed|comments|messages)$/),
  threads: matching(/^POST \S+\/threads_publish$/),
  bluesky: (request) =>
    /^\/xrpc\/com\.atproto\.repo\.(put|create)Record$/.test(request.path) &&
    textAt(request.body, 'collection') === 'app.bsky.feed.post',
  mastodon: matching(/^POST \/api\/v1\/statuses$/),
  linkedin: matching(/^POST \/rest\/(posts|socialActions\/\S+\/comments)$/),
  pinterest: matching(/^POST \/v5\/pins$/),
  tiktok: matching(/^PUT https:\/\/open-upload\.tiktokapis\.com\//),
  youtube: (request) =>
    matching(/^(PUT https:\/\/www\.googleapis\.com\/upload\/|POST \/youtube\/v3\/commentThreads$)/)(
      request,
    ) && request.headers['content-range']?.startsWith('bytes */') !== true,
};

function matching(pattern: RegExp) {
  return ({ method, path }: WireRequest): boolean => pattern.test(`${method} ${path}`);
}

/** What goes wrong, by account, and for which accounts it has. Shared with the process that publishes. */
export class FaultPlan {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  write(plan: Readonly<Record<string, Fault>>): void {
    writeFileSync(this.#file, JSON.stringify(plan));
  }

  read(): Readonly<Record<string, Fault>> {
    return JSON.parse(readFileSync(this.#file, 'utf8'));
  }

  /** Notes that it has gone wrong for this account. Appending one short line is atomic. */
  note(accountId: string): void {
    appendFileSync(`${this.#file}.done`, `${accountId}\n`);
  }

  get done(): ReadonlySet<string> {
    try {
      return new Set(readFileSync(`${this.#file}.done`, 'utf8').split('\n').filter(Boolean));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set();
      throw error;
    }
  }
}

/** Loses the answers that the plan names, each once. */
export class FaultyAccounts {
  readonly #plan: FaultPlan;
  readonly #faults: Readonly<Record<string, Fault>>;
  readonly #requests = new Map<string, number>();

  constructor(plan: FaultPlan) {
    this.#plan = plan;
    this.#faults = plan.read();
  }

  around(wire: Wire, { id, platform }: { readonly id: string; readonly platform: Platform }): Wire {
    const fault = this.#faults[id];
    const lost: { readonly kind: WireFault; readonly request: number } | undefined =
      fault?.kind === 'kill'
        ? fault.loses === undefined
          ? undefined
          : { kind: 'before', request: fault.loses }
        : fault;
    if (!lost) return wire;
    return {
      origin: wire.origin,
      webUrl: wire.webUrl,
      send: async (request, signal) => {
        if (!PUBLISHES[platform](request)) return wire.send(request, signal);
        const number = this.#requests.get(id) ?? 0;
        this.#requests.set(id, number + 1);
        if (number !== lost.request) return wire.send(request, signal);
        if (lost.kind === 'before') throw new ConnectionFailed('reset', true);
        // Whether its sender still waits or not, as on a slow machine: the network acts.
        await wire.send(request, new AbortController().signal);
        this.#plan.note(id);
        if (lost.kind === 'reset') throw new ConnectionFailed('reset', true);
        if (lost.kind === '502') return { status: 502, headers: {}, body: { error: 'Bad Gateway' } };
        return aborted(signal);
      },
    };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => reject(new ConnectionFailed('timeout', true));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
