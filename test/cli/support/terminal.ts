import { PassThrough } from 'node:stream';
import { run } from '../../../src/cli/main.js';

/** Plays who watches the program: called with all of standard error, each time something is added. */
type Watch = (shown: string, type: (line: string) => void) => void;

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Lines to type, each the answer to one question. */
  readonly answers?: readonly string[];
  readonly columns?: number;
  readonly onShown?: Watch;
}

export interface PipeOptions {
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  readonly onShown?: Watch | undefined;
}

export interface TerminalRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process as in a terminal, and answers its questions. */
export function atTerminal(
  args: readonly string[],
  { env = {}, answers = [], columns = 100, onShown }: TerminalOptions = {},
): Promise<TerminalRun> {
  const left = [...answers];
  return inProcess(args, env, {
    ...{ isTTY: true, columns },
    onShown: (shown, type) => {
      // Prompts end without a line break.
      if (/[\])]:? $/.test(shown) && left.length > 0) type(left.shift() ?? '');
      onShown?.(shown, type);
    },
  });
}

/** Runs a command in this process as in a pipe, with this on standard input. */
export function inPipe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  options: PipeOptions = {},
): Promise<TerminalRun> {
  return inProcess(args, env, { isTTY: false, input, ...options });
}

interface Played extends PipeOptions {
  readonly isTTY: boolean;
  readonly columns?: number;
  /** What is in the pipe; absent: somebody types. */
  readonly input?: string;
}

async function inProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { input, signal, onShown, ...screen }: Played,
): Promise<TerminalRun> {
  const stdin = Object.assign(new PassThrough(), { isTTY: screen.isTTY });
  if (input !== undefined) stdin.end(input);
  const stdout = collector(screen);
  const stderr = collector(screen);
  stderr.on('data', () => onShown?.(stderr.text(), (line) => stdin.write(`${line}\n`)));
  const code = await run(args, {
    env: { NO_COLOR: '1', ...env },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    signal: signal ?? new AbortController().signal,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(screen: Pick<Played, 'isTTY' | 'columns'>) {
  let written = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  return Object.assign(stream, { ...screen, text: () => written });
}
