import { Writable } from 'node:stream';

/** Writes to stdout, like a stream's `write`. */
export type Write = (
  chunk: string | Uint8Array,
  encoding: BufferEncoding,
  done: (error?: Error | null) => void,
) => boolean;

/**
 * Reserves stdout for the protocol: everything else written to it, including `console.log`, goes to stderr. The
 * launcher does the same before it loads anything.
 *
 * @returns writes to the real stdout; only for the transport
 */
export function divertStdout(): Write {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // process.stderr opens on first use, so that start-up does not pay for it.
  stdout.write = (...args: unknown[]) => Reflect.apply(process.stderr.write, process.stderr, args);
  return write;
}

/** The stream that the transport writes to. */
export function wireOver(write: Write): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => {
      write(chunk, encoding, done);
    },
  });
}
