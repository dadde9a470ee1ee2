import type { Command } from './command.js';
import { serve } from './commands/server/serve.js';
import { serveTools } from './commands/tools/mcp.js';
import type { Context, ProcessIo } from './context.js';
import { exitCodeOf } from './exit-codes.js';
import type { CliFailure } from './failure.js';
import { failureOf } from './failure-of.js';
import { home } from './home.js';
import { failureJson, failureText } from './output/failure-text.js';
import { Output } from './output/output.js';
import { readGlobals, runProgram } from './program.js';

/** Sent by Ctrl-C, a service manager and a closing terminal. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the command line of this process.
 *
 * @param argv what was typed after the program's name
 * @returns the exit code (`EXIT_CODES`); nothing is thrown
 */
export async function main(argv: readonly string[]): Promise<number> {
  const giveUp = new AbortController();
  const onSignal = (): void => giveUp.abort();
  // The first Ctrl-C stops the command, which reports how far it got; the second ends the process.
  for (const name of END_SIGNALS) process.once(name, onSignal);
  process.stdout.on('error', onBrokenPipe);
  process.stderr.on('error', onBrokenNotes);
  try {
    return await run(argv, { ...processIo(), signal: giveUp.signal });
  } finally {
    for (const name of END_SIGNALS) process.off(name, onSignal);
  }
}

/** The same with the given environment and streams. */
export async function run(
  argv: readonly string[],
  around: ProcessIo & { readonly signal: AbortSignal },
): Promise<number> {
  try {
    return exitCodeOf(await runProgram(await commandsFor(argv), homeOrTools, argv, around));
  } catch (error) {
    const failure = failureOf(error, (around.env['POSTRIDER_DEBUG'] ?? '') !== '');
    report(failure, argv, around);
    return exitCodeOf(failure.kind);
  }
}

/** Programs wait for the backend to listen, so `serve` does not load the other commands. */
async function commandsFor([name]: readonly string[]): Promise<readonly Command[]> {
  return name === serve.name ? [serve] : (await import('./command-table.js')).COMMANDS;
}

/** Without a command: an introduction in a terminal, the tool server if a program is at the other end. */
async function homeOrTools(context: Context): Promise<void> {
  if (context.stdin.isTTY === true) home(context);
  else await serveTools({}, context);
}

function report(failure: CliFailure, argv: readonly string[], around: ProcessIo): void {
  const globals = readGlobals(argv);
  const output = new Output(around.stdout, around.stderr, { ...globals, env: around.env });
  output.insist((screen) => (globals.json ? failureJson(failure, screen) : failureText(failure, screen)));
}

function processIo(): ProcessIo {
  return { env: process.env, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
}

/** Nobody reads standard error any more, but the command carries on. */
function onBrokenNotes(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * `postrider posts list | head -1`: the reader has closed the pipe, which is not an error, unless the command says so by
 * setting the exit code.
 */
function onBrokenPipe({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(process.exitCode ?? 0);
  process.stderr.write(`Error: Standard output cannot be written (${code ?? 'unknown error'}).\n`);
  process.exit(exitCodeOf('failed'));
}
