import type { Command } from '../../../src/cli/command.js';
import { COMMANDS } from '../../../src/cli/command-table.js';

/** Options that every command takes, and whether a value follows. */
const COMMON: Readonly<Record<string, boolean>> = {
  '--api-key': true,
  '--base-url': true,
  '--json': false,
  '--quiet': false,
  '-q': false,
  '--no-color': false,
  '--help': false,
  '-h': false,
};

/**
 * What is wrong with a command of ours as a page writes it.
 *
 * @param words what follows `postrider`
 * @returns null where the command, its options, their values and the number of its arguments are right
 */
export function faultOf(words: readonly string[]): string | null {
  if (words.every((word) => ['--help', '-h', '--version', '-V'].includes(word))) return null;
  const command = commandOf(words);
  if (!command) return `no such command: ${words.join(' ')}`;
  const rest = words.slice(command.name.split(' ').length);
  const given = new Map<string, string[]>();
  const args: string[] = [];
  const left = [...rest];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name = '', inline] = word.split(/=(.*)/s);
    if (!name.startsWith('-')) {
      args.push(word);
      continue;
    }
    const found = optionOf(command, name);
    if (!found) return `${command.name} has no option ${name}`;
    const value = found.takesValue ? (inline ?? left.shift()) : '';
    if (value === undefined) return `${name} needs a value`;
    given.set(found.key, [...(given.get(found.key) ?? []), value]);
  }
  return argumentFault(command, args, rest) ?? valueFault(command, given);
}

function commandOf(words: readonly string[]): Command | undefined {
  return [3, 2, 1]
    .map((length) => words.slice(0, length).join(' '))
    .map((name) => COMMANDS.find((command) => namesOf(command).includes(name)))
    .find((command) => command !== undefined);
}

function namesOf({ name, alias }: Command): string[] {
  return alias === undefined ? [name] : [name, [...name.split(' ').slice(0, -1), alias].join(' ')];
}

function optionOf({ options }: Command, name: string): { key: string; takesValue: boolean } | null {
  const common = COMMON[name];
  if (common !== undefined) return { key: name, takesValue: common };
  const found = Object.entries(options).find(([, { flags }]) => flags.split(/[ ,]+/).includes(name));
  return found ? { key: found[0], takesValue: found[1].flags.includes('<') } : null;
}

function argumentFault(
  { name, arguments: known = [] }: Command,
  args: readonly string[],
  rest: readonly string[],
) {
  if (rest.some((word) => word === '--help' || word === '-h')) return null;
  const least = known.filter((one) => one.name.startsWith('<')).length;
  const most = known.some((one) => one.name.includes('...')) ? Number.POSITIVE_INFINITY : known.length;
  const fits = args.length >= least && args.length <= most;
  return fits
    ? null
    : `${name} takes ${known.map((one) => one.name).join(' ') || 'no arguments'}, not "${args.join(' ')}"`;
}

/** Each option reads what was typed: words that it does not know are refused by itself. */
function valueFault({ options }: Command, given: ReadonlyMap<string, readonly string[]>): string | null {
  for (const [key, values] of given) {
    try {
      options[key]?.read(values);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}
