// The first import of a tool server's entry: from here on stdout carries protocol bytes alone. Whatever else
// writes to it, console.log included, goes to stderr.
import { Writable } from 'node:stream';

const { stdout, stderr } = process;
const write = stdout.write.bind(stdout);

/** The way to stdout, for the protocol's transport and nothing else. */
export const wire = new Writable({
  decodeStrings: false,
  write: (chunk: string | Uint8Array, encoding, done) => {
    write(chunk, encoding, done);
  },
});

stdout.write = stderr.write.bind(stderr);
