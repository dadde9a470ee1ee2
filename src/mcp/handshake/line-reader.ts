import type { Readable } from 'node:stream';
import type { Handshake } from './handshake.js';

const NEWLINE = 0x0a;

/** No known line is longer, in bytes. A client's icons are the longest part. */
const MAX_LINE_BYTES = 16_384;

/** Called with the unread input, from the first unknown line on. */
export type HandOver = (unread: Buffer) => void;

/** Reads and answers lines until the first unknown one. Then it pauses the input and hands over to the server. */
export function readLines(
  input: Readable,
  handshake: Handshake,
  write: (answer: string) => void,
  handOver: HandOver,
): void {
  let partial: Buffer = Buffer.alloc(0);

  const onData = (chunk: Buffer): void => {
    const bytes = partial.length === 0 ? chunk : Buffer.concat([partial, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      const answer = handshake.answer(bytes.toString('utf8', from, end));
      if (answer === undefined) {
        stop(bytes.subarray(from));
        return;
      }
      if (answer !== '') write(answer);
      from = end + 1;
    }
    partial = bytes.subarray(from);
    if (partial.length > MAX_LINE_BYTES) stop(partial);
  };

  const stop = (unread: Buffer): void => {
    input.off('data', onData);
    input.pause();
    handOver(unread);
  };

  input.on('data', onData);
}
