import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Smaller pieces are left to the garbage collector, in bytes: they weigh less than it costs to give them back. */
const WORTH_IT = 16 * 1024;

let nobody: MessagePort | null = null;

/**
 * Gives the memory of bytes back that nobody reads any more, and leaves them empty. A large upload comes in
 * pieces of 64 KB, each in memory of its own, and the garbage collector lets about 32 MB of those lie.
 *
 * What is handed over to a port goes out of this thread's hands at once, as the standard has it, and what is
 * sent to a closed port is dropped. (`ArrayBuffer.prototype.transfer` does the same, from Node 22 on.)
 *
 * @param bytes the caller's alone
 */
export function giveBack(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // A piece of a larger whole is not alone in its memory.
  if (!(buffer instanceof ArrayBuffer) || bytes.length < buffer.byteLength || bytes.length < WORTH_IT) return;
  nobody ??= closedPort();
  nobody.postMessage(null, [buffer]);
}

function closedPort(): MessagePort {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
