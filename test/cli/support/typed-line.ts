import type { Command } from '../../../src/cli/command.js';
import { COMMANDS } from '../../../src/cli/command-table.js';
import { runProgram } from '../../../src/cli/program.js';
import { commandsIn } from '../../support/shell-words.js';

/**
 * Reads a command line as a shell and the program would, up to where its command would begin.
 *
 * @param line what follows `postrider`
 * @returns the command; null where it only asks for help
 * @throws CliFailure where it cannot be typed like that
 */
export function commandTyped(line: string): Promise<string | null> {
  const [words = []] = commandsIn(line);
  return commandRead(words);
}

/** The same for words that a shell has told apart. */
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
