import { connect } from 'node:net';

/** After this time without the end of the connection, the exchange counts as hanging. In milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Writes bytes to a new connection and reads until the server closes it.
 *
 * @returns everything that the server sent; null if it left the connection open
 */
export function rawExchange(port: number, bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    const giveUp = setTimeout(() => finish(null), PATIENCE_MS);
    const finish = (result: string | null): void => {
      clearTimeout(giveUp);
      socket.destroy();
      resolve(result);
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // A reset after the answer is the end of the connection, too.
    socket.on('error', () => finish(answer)).on('close', () => finish(answer));
    socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')));
  });
}

/** The status codes of the answers in what a server sent. A body may end without a line end. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
