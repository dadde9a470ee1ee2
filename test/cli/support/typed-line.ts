import type { Command } from '../../../src/cli/command.js';
import { COMMANDS } from '../../../src/cli/command-table.js';
import { runProgram } from '../../../src/cli/program.js';
import { commandsIn } from '../../support/shell-words.js';

/**
 * Parses a command line like the shell and the program, without running it.
 *
 * @param line what follows `postrider`
 * @returns the command; null for help
 * @throws CliFailure if it is not valid
 */
export function commandTyped(line: string): Promise<string | null> {
  const [words = []] = commandsIn(line);
  return commandRead(words);
}

/** The same for words split by a shell. */
export async function commandRead(words: readonly string[]): Promise<string | null> {
  let ran: string | null = null;
  const recording = COMMANDS.map(
    (command): Command => ({
      ...command,
      run: async (call) => {
        ran = command.name;
        for (const [name, option] of Object.entries(command.options)) option.read(call.given[name] ?? []);
        return undefined;
      },
    }),
  );
  const silent = { write: () => true };
  await runProgram(recording, async () => undefined, [...words], {
    env: {},
    stdin: process.stdin,
    stdout: silent,
    stderr: process.stderr,
    signal: new AbortController().signal,
  });
  return ran;
}
