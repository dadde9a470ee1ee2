import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Toolset } from '../../../src/contract/service/key-policy.js';
import { type Serving, serveOver } from '../../../src/mcp/server/serve-stream.js';
import { openConnection } from '../../../src/mcp/stdio/connection.js';
import { wireOver } from '../../../src/mcp/stdio/stdout-guard.js';

interface Selection {
  readonly toolsets?: readonly Toolset[] | undefined;
  readonly readOnly?: boolean | undefined;
}

/** What a host received. */
export interface Heard {
  /** Every line, in the order it was written. */
  readonly lines: readonly string[];
  /** Whether the server itself was loaded. */
  readonly loaded: boolean;
}

/** The conversation counts as finished after this many turns of the event loop without output. */
const QUIET_TURNS = 25;

/** Lets the server read the host's bytes without the handshake. Other results are compared with this one. */
export function serverAlone(said: readonly Buffer[], selection: Selection = {}): Promise<Heard> {
  return converse(said, (input, write) => {
    const settings = {
      ...selection,
      confirm: undefined,
      localMedia: { named: [] },
      secret: '',
      launch: { command: 'node', args: ['postrider'] },
      openClient: async () => {
        const { PostriderClient } = await import('../../../src/client/client.js');
        return new PostriderClient({});
      },
    };
    const serving = serveOver(settings, input, wireOver(write), () => undefined);
    return { close: () => serving.close(), loaded: () => true };
  });
}

/** Reads them like the program does: first the handshake, and the server if it is needed. */
export function wholeProgram(said: readonly Buffer[], selection: Selection = {}): Promise<Heard> {
  return converse(said, (input, write) => {
    let serving: Serving | undefined;
    openConnection({
      settings: {
        confirm: undefined,
        mediaRoots: [],
        readOnly: selection.readOnly ?? false,
        toolsets: selection.toolsets,
      },
      env: {},
      launcher: 'postrider',
      input,
      write,
      shutdown: {
        attach: (joined) => {
          serving = joined;
        },
        shutDown: () => undefined,
        waitFor: () => undefined,
      },
    });
    return { close: async () => serving?.close(), loaded: () => serving !== undefined };
  });
}

type Write = Parameters<typeof wireOver>[0];

async function converse(
  said: readonly Buffer[],
  serve: (input: Readable, write: Write) => { close(): Promise<void>; loaded(): boolean },
): Promise<Heard> {
  const input = new PassThrough({ highWaterMark: 1 });
  const lines: string[] = [];
  const { close, loaded } = serve(input, (line, _encoding, done) => {
    lines.push(String(line));
    done();
    return true;
  });
  for (const chunk of said) {
    input.write(chunk);
    await turn();
  }
  for (let [heard, quiet] = [lines.length, 0]; quiet < QUIET_TURNS || input.readableLength > 0; quiet += 1) {
    await turn();
    if (lines.length !== heard) [heard, quiet] = [lines.length, 0];
  }
  await close();
  return { lines, loaded: loaded() };
}

/** Messages as a host writes them, one per line. */
export function bytesOf(messages: readonly (object | string)[]): Buffer {
  const lines = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}
