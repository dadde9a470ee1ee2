import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a server that breaks or holds connections after a given number of request bytes. */
export class BreakingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** For each of the next connections, the number of request bytes after which it breaks. */
  breaks: number[] = [];
  /** The number of request bytes after which a connection passes nothing more, until it ends. */
  holdsAfter = Infinity;
  connections = 0;
  /** Request bytes that reached the server. */
  passed = 0;

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((near) => {
      this.connections += 1;
      const far = connect(Number(port), hostname);
      let sent = 0;
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            this.#sockets.delete(socket);
            near.destroy();
            far.destroy();
          });
      }
      near.on('data', (chunk) => {
        sent += chunk.length;
        const [limit] = this.breaks;
        if (limit !== undefined && sent > limit) {
          this.breaks.shift();
          near.destroy();
          far.end();
        } else {
          this.passed += chunk.length;
          const room = far.write(chunk);
          if (sent > this.holdsAfter) near.pause();
          if (room || near.isPaused()) return;
          near.pause();
          far.once('drain', () => near.resume());
        }
      });
      far.on('data', (chunk) => near.write(chunk));
    });
  }

  static async to(target: string): Promise<BreakingProxy> {
    const proxy = new BreakingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }
}
