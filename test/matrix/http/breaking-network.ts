import { connect, type Socket } from 'node:net';
import { dialChecked } from '../../../src/backend/fetching/connection.js';
import { json } from '../../../src/backend/networks/answers.js';
import { Connections } from '../../../src/backend/networks/http-wire/connections.js';
import { NETWORKS } from '../../../src/backend/networks/registry.js';
import { listAt } from '../../../src/backend/networks/requests/json-answer.js';
import type { Wire, WireRequest, WireResponse } from '../../../src/backend/networks/wire.js';
import { SERVER_ORIGIN } from '../../../src/backend/simulators/bluesky/video-server.js';
import {
  CutAnswer,
  ServedNetwork,
  type ServedRequest,
} from '../../../src/backend/simulators/over-http/served-network.js';
import { UPLOAD_PLACES } from '../../../src/backend/simulators/over-http/upload-places.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { FilesForTests } from '../../support/networks/network-files.js';

/** What happens to one request. `before`: the network does not act on it; `after`: it has acted. */
export const HTTP_FAULTS = [
  'refused',
  'closed before',
  'closed after',
  '502 before',
  '502 after',
  'hangs after',
  'cut answer',
] as const;
export type HttpFault = (typeof HTTP_FAULTS)[number];

/** A request that a delivery sent. */
export interface Call {
  /** Counted from 0. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Whether the adapter says that it publishes. */
  readonly irreversible: boolean;
  /** How many posts and comments it made people see. */
  readonly made: number;
}

/** The request to which something happens. */
export interface PlannedFault {
  readonly fault: HttpFault;
  readonly call: Pick<Call, 'number' | 'method'>;
}

/** How long the wire waits for an answer that does not come, in milliseconds. */
const SILENT_MS = 250;

/** No server listens on it. */
const CLOSED_PORT = 1;

/** Where a network lets each account choose a server, it is the one that the simulated video service knows. */
function originOf(platform: Platform): string {
  const { api } = NETWORKS[platform].hosts;
  return api === 'account' ? SERVER_ORIGIN : api;
}

/** A simulated network behind HTTP servers, one request to which goes wrong. */
export class BreakingNetwork {
  readonly origin: string;
  readonly reroute: Readonly<Record<string, string>>;
  readonly connections: Connections;
  readonly calls: Call[] = [];
  /** How often something went wrong. */
  faults = 0;
  readonly served: ServedNetwork;
  readonly #planned: PlannedFault | null;
  #next: HttpFault | null = null;
  #isHanging = false;
  /** What the network does with the request whose outcome is lost. */
  #acting: Promise<WireResponse> | null = null;
  #sent = 0;
  /** The last one that the API was shown. */
  #authorization = '';
  readonly #ends: (() => void)[] = [];

  private constructor(
    served: ServedNetwork,
    reroute: Readonly<Record<string, string>>,
    planned: PlannedFault | null,
  ) {
    this.origin = originOf(served.scene.platform);
    this.served = served;
    this.reroute = reroute;
    this.#planned = planned;
    this.connections = this.#makeConnections();
  }

  /** @param planned null: nothing goes wrong */
  static async start(platform: Platform, planned: PlannedFault | null): Promise<BreakingNetwork> {
    const served = await ServedNetwork.start(platform, (request) => network.#answer(request));
    served.scene.files = new FilesForTests();
    const reroute: Record<string, string> = { [originOf(platform)]: served.origin };
    for (const origin of UPLOAD_PLACES[platform]?.origins ?? []) {
      reroute[origin] = await served.standFor(origin);
    }
    const network = new BreakingNetwork(served, reroute, planned);
    return network;
  }

  /** The texts of everything that people see; those of drafts are not kept. */
  async shown(): Promise<readonly string[]> {
    const { memory, account } = this.served.scene;
    const drafts = await memory.uploadById(`drafts/${account.networkUserId}`);
    const texts = [...memory.posts, ...memory.comments, ...memory.messages].map(({ text }) => text);
    return [...texts, ...listAt(drafts?.state, 'times').map(() => '')];
  }

  /** The same wire, which counts its requests and tells the network which one goes wrong. */
  watch(wire: Wire): Wire {
    return {
      origin: wire.origin,
      webUrl: wire.webUrl,
      send: (request, signal) => this.#send(wire, request, signal),
    };
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    await this.served.close();
  }

  async #send(wire: Wire, request: WireRequest, signal: AbortSignal): Promise<WireResponse> {
    const { method, path, irreversible = false } = request;
    const number = this.#sent;
    this.#sent += 1;
    const before = (await this.shown()).length;
    if (this.#planned?.call.number === number) this.#arm(method, this.#planned);
    try {
      return await wire.send(request, signal);
    } finally {
      this.#next = null;
      this.#isHanging = false;
      // Time passes only when this delivery is over: until then, a slow network has acted.
      await this.#acting;
      const made = (await this.shown()).length - before;
      this.calls.push({ number, method, path, irreversible, made });
    }
  }

  #arm(method: string, { fault, call }: PlannedFault): void {
    if (call.method !== method) throw new Error(`Request ${call.number} is ${method}, not ${call.method}.`);
    this.#next = fault;
    this.#isHanging = fault === 'hangs after';
  }

  #makeConnections(): Connections {
    const silentMs = (): number | null => (this.#isHanging ? SILENT_MS : null);
    class BreakingConnections extends Connections {
      override get silentMs(): number {
        return silentMs() ?? super.silentMs;
      }
    }
    return new BreakingConnections({ dial: (destination) => this.#refused() ?? dialChecked(destination) });
  }

  #refused(): Socket | null {
    if (this.#next !== 'refused') return null;
    this.#happened();
    return connect(CLOSED_PORT, '127.0.0.1');
  }

  #happened(): void {
    this.#next = null;
    this.faults += 1;
  }

  async #answer(request: ServedRequest): Promise<WireResponse | CutAnswer | 'closes'> {
    const fault = this.#next;
    if (fault === null) return this.#act(request);
    this.#happened();
    if (fault === 'closed before') return 'closes';
    if (fault === '502 before') return json(502, { error: 'Bad Gateway' });
    const acting = this.#act(request);
    this.#acting = acting;
    const answer = await acting;
    if (fault === '502 after') return json(502, { error: 'Bad Gateway' });
    if (fault === 'cut answer') return new CutAnswer(answer);
    if (fault === 'hangs after') await new Promise<void>((resolve) => this.#ends.push(resolve));
    return 'closes';
  }

  #act(request: ServedRequest): Promise<WireResponse> {
    const { absolutePath } = UPLOAD_PLACES[this.served.scene.platform] ?? {};
    const isAbsolute = absolutePath !== undefined && request.url.pathname.startsWith(absolutePath);
    const standsFor = isAbsolute ? this.origin : request.standsFor;
    const { authorization = this.#authorization } = request.headers;
    if (standsFor === null) this.#authorization = authorization;
    // At the origins of uploads, which get no token, the address of an upload stands for it.
    return this.served.pass({ ...request, standsFor, headers: { ...request.headers, authorization } });
  }
}
