import { Writable } from 'node:stream';

/** A way to write to stdout, as a stream's `write` is. */
export type Write = (
  chunk: string | Uint8Array,
  encoding: BufferEncoding,
  done: (error?: Error | null) => void,
) => boolean;

/**
 * From here on stdout carries protocol bytes alone: whatever else writes to it, `console.log` included, goes to
 * stderr. The launcher does the same before it loads anything.
 *
 * @returns the way to stdout, for the protocol's transport and nothing else
 */
export function divertStdout(): Write {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // The way to stderr is opened by whoever uses it first: at start-up nobody does.
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
