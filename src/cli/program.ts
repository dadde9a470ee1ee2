import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { nearestName } from '../base/nearest-name.js';
import { VERSION } from '../version.js';
import type { Command, Example } from './command.js';
import type { Context, GlobalOptions, ProcessIo } from './context.js';
import type { ExitKind } from './exit-codes.js';
import { usageFailure } from './failure.js';
import { GLOBAL_OPTIONS, HELP_OPTION } from './global-options.js';
import {
  examplesText,
  PROGRAM_DESCRIPTION,
  PROGRAM_EXAMPLES,
  programEpilogue,
  styleHelp,
} from './help-text.js';
import { Output } from './output/output.js';
import { type Style, styleWith, wantsColors } from './output/style.js';
import { PARENTS } from './parents.js';
import { withSecretFiles } from './settings/secret-files.js';
import { typed } from './typed-name.js';

/** The width of help when the terminal's is unknown. */
const HELP_COLUMNS = 100;

const MAX_GROUP_EXAMPLES = 6;

/**
 * Runs the command in the arguments.
 *
 * @param home runs when there is no command
 * @returns how the command ended
 * @throws CliFailure and whatever the command throws
 */
export async function runProgram(
  commands: readonly Command[],
  home: (context: Context) => Promise<void>,
  args: readonly string[],
  around: ProcessIo & { readonly signal: AbortSignal },
): Promise<ExitKind> {
  let ended: ExitKind | undefined;
  refuseVersionOfCommand(args, commands);
  const program = programFor(around);
  const form = { style: styleOf(around, args), json: readGlobals(args).json };
  const contextNow = (): Context => contextOf(program, around);
  for (const command of commands) {
    addCommand(program, command, commands, form, async (call) => {
      ended = await command.run(call, contextNow());
    });
  }
  try {
    const { operands, unknown } = program.parseOptions([...args]);
    if (operands.length === 0 && unknown.length === 0) await home(contextNow());
    else await program.parseAsync(helpForm(args), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 'ok';
    throw usageFailureOf(error, args, commands);
  }
  return ended ?? 'ok';
}

/** Reads the global options early, so that even a usage error is reported in the requested form. */
export function readGlobals(args: readonly string[]): Pick<GlobalOptions, 'json' | 'quiet' | 'noColor'> {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const has = (...names: string[]): boolean => names.some((name) => before.includes(name));
  return { json: has('--json'), quiet: has('--quiet', '-q'), noColor: has('--no-color') };
}

function programFor(around: ProcessIo): CommanderCommand {
  const style = styleWith(
    wantsColors({ refused: false, isTTY: around.stdout.isTTY === true, env: around.env }),
  );
  const program = new CommanderCommand('postrider')
    .description(PROGRAM_DESCRIPTION)
    .usage('[command] [options]')
    .version(VERSION, '-V, --version', 'Print the version')
    .helpOption(HELP_OPTION.flags, HELP_OPTION.description)
    .helpCommand(false)
    .addHelpText(
      'after',
      `${examplesText(PROGRAM_EXAMPLES, style)}${programEpilogue(style, around.stdout.columns || HELP_COLUMNS)}`,
    )
    .configureOutput({
      writeOut: (text) => void around.stdout.write(text),
      writeErr: (text) => void around.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => around.stdout.columns || HELP_COLUMNS,
      getOutHasColors: () => style('bold', 'x') !== 'x',
    })
    .exitOverride();
  for (const { flags, description } of GLOBAL_OPTIONS) program.option(flags, description);
  styleHelp(program, style);
  return program;
}

type Run = (call: {
  arguments: readonly string[];
  given: Readonly<Record<string, readonly string[]>>;
}) => Promise<void>;

function addCommand(
  program: CommanderCommand,
  command: Command,
  commands: readonly Command[],
  { style, json: wantsJson }: { readonly style: Style; readonly json: boolean },
  run: Run,
): void {
  const words = command.name.split(' ');
  const last = words.pop() ?? command.name;
  let parent = program;
  for (const word of words) {
    parent =
      parent.commands.find((known) => known.name() === word) ??
      parent
        .command(word)
        .summary(PARENTS[word] ?? word)
        .description(parentDescription(word, commands))
        .helpGroup(`${command.group}:`)
        .helpCommand(false)
        .addHelpText('after', examplesText(examplesOf(word, commands), style))
        .action((_options, group: CommanderCommand) => showGroup(group, wantsJson));
  }
  const added = parent
    .command(last, { isDefault: command.alone === true })
    .summary(command.summary)
    .description(fullDescription(command));
  if (command.alias !== undefined) added.alias(command.alias);
  if (parent === program) added.helpGroup(`${command.group}:`);
  for (const { name, description } of command.arguments ?? []) added.argument(name, description);
  const options = Object.entries(command.options).map(([name, spec]) => {
    const option = new Option(spec.flags, spec.description);
    if (option.required) option.argParser((value: string, before: string[] = []) => [...before, value]);
    added.addOption(option);
    return [name, option.attributeName()] as const;
  });
  added.addHelpText('after', examplesText(command.examples, style));
  added.action(async () => {
    const values: Readonly<Record<string, unknown>> = added.opts();
    const given = Object.fromEntries(
      options.map(([name, attribute]) => [name, valuesTyped(values[attribute])]),
    );
    await run({ arguments: added.args, given });
  });
}

/** What a group does alone that runs no command: print its help. @throws CliFailure with `--json` */
function showGroup(group: CommanderCommand, json: boolean): void {
  if (!json) {
    group.outputHelp();
    return;
  }
  const names = group.commands.map((command) => command.name()).join(', ');
  throw usageFailure(`"${group.name()}" needs a subcommand: ${names}.`, typed(`${group.name()} --help`));
}

/** The description of a command group, with the command that the group alone runs. */
function parentDescription(word: string, commands: readonly Command[]): string {
  const about = PARENTS[word] ?? word;
  const alone = commands.find((command) => command.alone && command.name.startsWith(`${word} `));
  return alone === undefined ? `${about}.` : `${about}. Without a subcommand, runs \`${alone.name}\`.`;
}

/** The examples in a group's help: the first of each command, and all of the command that the group alone runs. */
function examplesOf(word: string, commands: readonly Command[]): Example[] {
  const under = commands.filter(({ name }) => name.startsWith(`${word} `));
  return under
    .flatMap(({ examples, alone }) => (alone === true ? examples : examples.slice(0, 1)))
    .slice(0, MAX_GROUP_EXAMPLES);
}

/** The values that commander collected for an option, or true for a switch. */
function valuesTyped(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === true ? [''] : [];
}

function fullDescription({ summary, details }: Command): string {
  return details === undefined ? `${summary}.` : `${summary}.\n\n${details}`;
}

function contextOf(program: CommanderCommand, around: ProcessIo & { readonly signal: AbortSignal }): Context {
  const options: Readonly<Record<string, unknown>> = program.opts();
  const textOf = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const globals: GlobalOptions = {
    apiKey: textOf('apiKey'),
    baseUrl: textOf('baseUrl'),
    profile: textOf('profile'),
    json: options['json'] === true,
    quiet: options['quiet'] === true,
    noColor: options['color'] === false,
  };
  const output = new Output(around.stdout, around.stderr, { ...globals, env: around.env });
  return { ...around, env: withSecretFiles(around.env), globals, output };
}

function styleOf({ stdout, env }: ProcessIo, args: readonly string[]): Style {
  return styleWith(wantsColors({ refused: readGlobals(args).noColor, isTTY: stdout.isTTY === true, env }));
}

/**
 * `--version` after a command: commander would print the program's version instead of running the command, which
 * looks like success to a script that means the version of a post.
 *
 * @throws CliFailure
 */
function refuseVersionOfCommand(args: readonly string[], commands: readonly Command[]): void {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const at = before.findIndex((arg) => /^(--version(=.*)?|-V)$/.test(arg));
  const words = at < 0 ? '' : commandWords(before.slice(0, at), commands).trim();
  if (words === '') return;
  const ifVersion = commands.some(
    (command) => namesOf(command).includes(words) && 'ifVersion' in command.options,
  );
  throw usageFailure(
    `"${before[at]}" prints the version of the program and does not go with a command.`,
    ifVersion ? 'To name the version of the object, use --if-version <n>' : typed('--version'),
  );
}

/** `help posts create` means `posts create --help`, and `-v` alone means `--version`. */
function helpForm(args: readonly string[]): readonly string[] {
  if (args.length === 1 && args[0] === '-v') return ['--version'];
  return args[0] === 'help' ? [...args.slice(1), '--help'] : args;
}

function usageFailureOf(error: CommanderError, args: readonly string[], commands: readonly Command[]): Error {
  const slip = error.code === 'commander.excessArguments' ? unknownUnder(args, commands) : undefined;
  if (slip !== undefined) return slip;
  const [what = '', suggestion] = error.message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  const meant = suggestion?.replace(/^\((.*)\)$/, '$1');
  return usageFailure(
    meant === undefined ? sentence : `${sentence} ${meant}`,
    typed(`${commandWords(args, commands)}--help`),
  );
}

/** The names of a command: `posts cancel`, `posts delete`. */
function namesOf({ name, alias }: Command): string[] {
  return alias === undefined ? [name] : [name, name.replace(/[^ ]+$/, alias)];
}

/** `accounts lst`: an unknown subcommand of a group that also runs alone. */
function unknownUnder(args: readonly string[], commands: readonly Command[]): Error | undefined {
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'));
  const under = commands.filter(({ name }) => name.startsWith(`${first} `)).flatMap(namesOf);
  if (under.length === 0 || under.includes(`${first} ${second}`)) return undefined;
  const meant = nearestName(`${first} ${second}`, under);
  return usageFailure(
    `Unknown command "${first} ${second}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    typed(`${first} --help`),
  );
}

/** The part of the arguments that names a known command or group. */
function commandWords(args: readonly string[], commands: readonly Command[]): string {
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'));
  const known = new Set([...commands.flatMap(namesOf), ...Object.keys(PARENTS)]);
  const meant = [`${first} ${second}`, first].find((words) => known.has(words));
  return meant === undefined ? '' : `${meant} `;
}
