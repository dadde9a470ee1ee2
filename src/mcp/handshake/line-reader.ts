import type { Readable } from 'node:stream';
import type { Opening } from './handshake.js';

const NEWLINE = 0x0a;

/** No line that is known here is longer, in bytes; a client's icons are the longest of it. */
const MAX_LINE_BYTES = 16_384;

/** What of the input is still to be read by the server, from the line on that was not known. */
export type HandOver = (unread: Buffer) => void;

/**
 * Reads lines and answers them, as long as they are known. With the first that is not, it lets go of the input,
 * which then stands still, and hands over.
 */
export function receive(
  input: Readable,
  opening: Opening,
  write: (answer: string) => void,
  handOver: HandOver,
): void {
  let begun: Buffer = Buffer.alloc(0);

  const take = (chunk: Buffer): void => {
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      const answer = opening.take(bytes.toString('utf8', from, end));
      if (answer === undefined) {
        letGo(bytes.subarray(from));
        return;
      }
      if (answer !== '') write(answer);
      from = end + 1;
    }
    begun = bytes.subarray(from);
    if (begun.length > MAX_LINE_BYTES) letGo(begun);
  };

  const letGo = (unread: Buffer): void => {
    input.off('data', take);
    input.pause();
    handOver(unread);
  };

  input.on('data', take);
}
