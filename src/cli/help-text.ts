import type { Command as CommanderCommand } from 'commander';
import type { Example } from './command.js';
import { EXIT_CODES } from './exit-codes.js';
import type { Style } from './output/style.js';
import { padTo, wrapTo } from './output/width.js';
import { VARIABLES } from './settings/environment.js';
import { typed } from './typed-name.js';

export const PROGRAM_DESCRIPTION =
  'Publish to ten social networks from a terminal, a script or an AI agent. You need no accounts to try it: `postrider serve` starts a backend with simulated networks.';

export const PROGRAM_EXAMPLES: readonly Example[] = [
  { type: 'serve', does: 'Start a backend with simulated networks, and sign in this command line' },
  { type: 'posts create --to bluesky --text "Hello" --now', does: 'Publish a post' },
  { type: 'install cursor', does: 'Add Postrider to an AI agent’s host' },
  { type: 'tools', does: 'List the tools that an AI agent gets' },
];

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ...VARIABLES.filter(({ readBy }) => readBy === 'commands').map(
    ({ name, meaning }) => [name, meaning] as const,
  ),
  ['NO_COLOR, FORCE_COLOR', 'Disable colours, or force them when output is not a terminal.'],
];

/** The examples at the end of a command's help text. */
export function examplesText(examples: readonly Example[], style: Style): string {
  const lines = examples.map(
    ({ type, does }) => `  ${style('dim', `# ${does}`)}\n  ${style('cyan', typed(type))}`,
  );
  return `\n${style('bold', 'Examples:')}\n${lines.join('\n')}\n`;
}

/** The end of the program's help: environment variables and exit codes. */
export function programEpilogue(style: Style, columns: number): string {
  const rows = (entries: readonly (readonly [string, string])[]): string => {
    const width = Math.max(...entries.map(([name]) => name.length));
    const under = `\n${' '.repeat(width + 4)}`;
    return entries
      .map(([name, meaning]) => {
        const lines = wrapTo(meaning, columns - width - 4);
        return `  ${style('cyan', padTo(name, width))}  ${lines.join(under)}`;
      })
      .join('\n');
  };
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning] as const);
  return [
    `\n${style('bold', 'Environment:')}`,
    rows(ENVIRONMENT),
    `\n${style('bold', 'Exit codes:')}`,
    rows(codes),
    '\nFor help and examples of a command: postrider <command> --help\n',
  ].join('\n');
}

/** Wraps a text, but no indented line: it is a command to paste, or a row of a table, which hangs. */
export function wrapHelp(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('  ')) return wrapTo(line, width);
      const [, lead, rest] = /^( {2}\S+ {2,})(\S.*)$/.exec(line) ?? [];
      if (lead === undefined || rest === undefined) return [line];
      return [lead + wrapTo(rest, width - lead.length).join(`\n${' '.repeat(lead.length)}`)];
    })
    .join('\n');
}

/** Colours the help that commander generates. */
export function styleHelp(command: CommanderCommand, style: Style): void {
  command.configureHelp({
    showGlobalOptions: true,
    boxWrap: wrapHelp,
    styleTitle: (title) => style('bold', title),
    styleCommandText: (text) => style('cyan', text),
    styleSubcommandText: (text) => style('cyan', text),
    styleOptionText: (text) => style('cyan', text),
    styleArgumentText: (text) => style('cyan', text),
  });
}
