import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionFailed } from '../wire.js';
import { type ConnectDependencies, connect, type Destination } from './connect.js';

export interface ConnectionsOptions extends ConnectDependencies {
  /** How long an idle connection is kept, in milliseconds. Servers keep them for 5 s and more. */
  readonly idleMs?: number;
  /** How long a server may take to begin its answer, or send or accept nothing, in milliseconds. */
  readonly silentMs?: number;
}

const IDLE_MS = 4_000;
const SILENT_MS = 30_000;
/** The most idle connections to one server, and to all. */
const MAX_IDLE_PER_SERVER = 4;
const MAX_IDLE = 64;

/** One connection, for one request at a time. After a whole answer it offers itself for the next one. */
export class OpenConnection extends Agent {
  readonly #socket: Socket;
  readonly #idleMs: number;
  readonly #offer: (connection: OpenConnection) => void;
  #isHandedOut = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(socket: Socket, idleMs: number, offer: (connection: OpenConnection) => void) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socket = socket;
    this.#idleMs = idleMs;
    this.#offer = offer;
  }

  /** Closes it if it fails or is no longer needed. */
  close(): void {
    this.#socket.destroy();
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /** Whether the server has not closed it, as far as this process knows. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && this.#socket.readable;
  }

  /** Ends being idle. */
  take(): void {
    clearTimeout(this.#idle);
  }

  override createConnection(): Socket {
    if (this.#isHandedOut) throw new ConnectionFailed('refused', false);
    this.#isHandedOut = true;
    return this.#socket;
  }

  /** Node calls it after a whole answer, if both sides keep the connection. An idle one does not keep the process alive. */
  override keepSocketAlive(socket: Socket): boolean {
    super.keepSocketAlive(socket);
    this.#idle = setTimeout(() => this.close(), this.#idleMs).unref();
    this.#offer(this);
    return true;
  }
}

/** Connections to networks. Those of reads are kept for a few seconds, for the next read from the same server. */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** The most recently used ones are last. */
  readonly #idle = new Map<string, OpenConnection[]>();

  constructor(options: ConnectionsOptions = {}) {
    this.#options = options;
  }

  /** An idle connection; null: there is none. */
  reuse(destination: Destination): OpenConnection | null {
    const idle = this.#idle.get(keyOf(destination)) ?? [];
    while (idle.length > 0) {
      const connection = idle.pop();
      connection?.take();
      if (connection?.isOpen) return connection;
      connection?.close();
    }
    return null;
  }

  /** @throws ConnectionFailed with `sent` false */
  async open(destination: Destination, signal: AbortSignal): Promise<OpenConnection> {
    const socket = await connect(destination, this.#options, signal);
    const key = keyOf(destination);
    const connection = new OpenConnection(socket, this.#options.idleMs ?? IDLE_MS, (free) =>
      this.#keep(key, free),
    );
    connection.onClose(() => this.#forget(key, connection));
    return connection;
  }

  get silentMs(): number {
    return this.#options.silentMs ?? SILENT_MS;
  }

  /** How many connections are idle. */
  get idleCount(): number {
    return [...this.#idle.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #keep(key: string, connection: OpenConnection): void {
    const idle = this.#idle.get(key) ?? [];
    if (idle.length >= MAX_IDLE_PER_SERVER || this.idleCount >= MAX_IDLE) {
      setImmediate(() => connection.close());
      return;
    }
    idle.push(connection);
    this.#idle.set(key, idle);
  }

  #forget(key: string, connection: OpenConnection): void {
    const left = (this.#idle.get(key) ?? []).filter((one) => one !== connection);
    if (left.length > 0) this.#idle.set(key, left);
    else this.#idle.delete(key);
  }
}

/** Connections are shared by accounts only if they were made under the same rules. */
function keyOf({ url, mayBeLoopback, proxy }: Destination): string {
  return `${url.origin} ${mayBeLoopback} ${proxy?.href ?? ''}`;
}

export const SHARED_CONNECTIONS = new Connections();
