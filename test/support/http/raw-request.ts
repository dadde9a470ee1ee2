import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request written byte by byte, which can stop, be malformed or break at any point. */
export class RawRequest {
  readonly socket: Socket;
  #answer = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#answer += text;
    });
  }

  /** @param head the request line, then one header each; `Host` is added */
  static async open(url: string, head: readonly string[]): Promise<RawRequest> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.once('connect', resolve));
    const [line = '', ...headers] = head;
    socket.write([line, `Host: ${host}`, ...headers, '', ''].join('\r\n'));
    return new RawRequest(socket);
  }

  write(bytes: Uint8Array | string): void {
    this.socket.write(bytes);
  }

  /** Resets the connection, like a pulled cable. */
  cut(): void {
    this.socket.destroy();
  }

  /** The response: its status, and its body parsed as JSON. */
  async answer(): Promise<{ status: number; body: Record<string, unknown> }> {
    for (let waited = 0; waited < 10_000; waited += 5) {
      const [head = '', body] = this.#answer.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
      if (body !== undefined && Buffer.byteLength(body, 'latin1') >= length) {
        this.socket.destroy();
        const text = Buffer.from(body, 'latin1').toString('utf8');
        return { status: Number(head.slice(9, 12)), body: JSON.parse(text) };
      }
      await pause(5);
    }
    throw new Error(`Incomplete response: ${this.#answer.slice(0, 500)}`);
  }
}
