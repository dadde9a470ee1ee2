import { PassThrough } from 'node:stream';
import { run } from '../../../src/cli/main.js';

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Lines to type, each the answer to one question. */
  readonly answers?: readonly string[];
  readonly columns?: number;
}

export interface TerminalRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process as in a terminal, and answers its questions. */
export function atTerminal(
  args: readonly string[],
  { env = {}, answers = [], columns = 100 }: TerminalOptions = {},
): Promise<TerminalRun> {
  return inProcess(args, env, answers, { isTTY: true, columns });
}

/** Runs a command in this process as in a pipe, with this on standard input. */
export function inPipe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<TerminalRun> {
  return inProcess(args, env, input, { isTTY: false });
}

interface Screen {
  readonly isTTY: boolean;
  readonly columns?: number;
}

async function inProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** What is in the pipe, or the answers of a person. */
  typed: string | readonly string[],
  screen: Screen,
): Promise<TerminalRun> {
  const stdin = Object.assign(new PassThrough(), { isTTY: screen.isTTY });
  if (typeof typed === 'string') stdin.end(typed);
  const stdout = collector(screen);
  const stderr = collector(screen);
  const left = typeof typed === 'string' ? [] : [...typed];
  stderr.on('data', (chunk: Buffer) => {
    // Prompts end without a line break.
    if (/[\])]:? $/.test(chunk.toString()) && left.length > 0) stdin.write(`${left.shift()}\n`);
  });
  const code = await run(args, {
    env: { NO_COLOR: '1', ...env },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(screen: Screen) {
  let written = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  return Object.assign(stream, { ...screen, text: () => written });
}
