import type { OperationId } from '../contract/operations.js';
import type { Context } from './context.js';
import type { ExitKind } from './exit-codes.js';
import { usageFailure } from './failure.js';

/** What a shell completes: fixed words, files, folders, names of stored profiles, or names of tools. */
export type Completes = readonly string[] | 'file' | 'folder' | 'profile' | 'tool';

/** One option of a command: its flags and how its value is read. */
export interface OptionSpec<Value> {
  /** `-t, --to <places>`; an option without `<…>` is a switch. */
  readonly flags: string;
  readonly description: string;
  /** What a shell completes for its value; nothing by default. */
  readonly completes?: Completes | undefined;
  /** @param given the values in the order they were typed; `['']` for a switch that is on */
  readonly read: (given: readonly string[]) => Value;
}

/** A switch, off by default. */
export function flag(flags: string, description: string): OptionSpec<boolean> {
  return { flags, description, read: (given) => given.length > 0 };
}

/** One text; if the option is repeated, the last value wins. */
export function text(
  flags: string,
  description: string,
  completes?: Completes,
): OptionSpec<string | undefined> {
  return { flags, description, completes, read: (given) => given.at(-1) };
}

/** Several texts, which may contain commas: the option is repeated for each. */
export function texts(
  flags: string,
  description: string,
  completes?: Completes,
): OptionSpec<readonly string[]> {
  return { flags, description, completes, read: (given) => given };
}

/** Several texts: separated by commas, or with the option repeated. */
export function list(
  flags: string,
  description: string,
  completes?: Completes,
): OptionSpec<readonly string[]> {
  return {
    flags,
    description,
    completes,
    read: (given) =>
      [...new Set(given.flatMap((value) => value.split(',')).map((part) => part.trim()))].filter(Boolean),
  };
}

/** One of a fixed set of values. */
export function choice<const Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[],
): OptionSpec<Value | undefined> {
  const read = (given: readonly string[]): Value | undefined => {
    const word = given.at(-1);
    if (word === undefined) return undefined;
    const known = values.find((value) => value === word);
    if (known === undefined) throw usageFailure(`${flags}: "${word}" is not one of ${values.join(', ')}.`);
    return known;
  };
  return { flags, description: `${description} (${values.join(', ')})`, completes: values, read };
}

/** A whole number within a range. */
export function whole(
  flags: string,
  description: string,
  range: { readonly min: number; readonly max: number },
): OptionSpec<number | undefined> {
  const read = (given: readonly string[]): number | undefined => {
    const word = given.at(-1);
    if (word === undefined) return undefined;
    const number = /^\d+$/.test(word.trim()) ? Number(word) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    throw usageFailure(`${flags}: "${word}" is not a whole number from ${range.min} to ${range.max}.`);
  };
  return { flags, description, read };
}

/** The version of the object that a change is based on. */
export const versionOption = (description: string): OptionSpec<number | undefined> =>
  whole('--if-version <number>', description, { min: 1, max: Number.MAX_SAFE_INTEGER });

export type Options = Readonly<Record<string, OptionSpec<unknown>>>;

export type ValuesOf<All> = {
  readonly [Name in keyof All]: All[Name] extends OptionSpec<infer Value> ? Value : never;
};

export interface Example {
  /** What to type after `postrider`. */
  readonly type: string;
  readonly does: string;
}

/** The headings in the program's help. */
type CommandGroup = 'Setup' | 'Publish' | 'Inbox' | 'Schedule' | 'Events' | 'Sandbox' | 'AI agents';

/** A positional argument: `<id>`, `[program]`, `<files...>`. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly completes?: Completes | undefined;
}

interface Described {
  /** `posts create`: the words after `postrider`. */
  readonly name: string;
  /** An alias of its last word: `delete` for `posts cancel`. */
  readonly alias?: string;
  /** The group alone runs this command: `accounts` is `accounts list`. */
  readonly alone?: boolean;
  /** The API operations it calls. `--json` prints the response of one of them. */
  readonly operations?: readonly OperationId[];
  /** `--json` prints the items of that response, one per line. */
  readonly jsonLines?: boolean;
  readonly group: CommandGroup;
  /** One line, shown in command lists. */
  readonly summary: string;
  /** Further paragraphs in the command's own help. */
  readonly details?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly examples: readonly Example[];
}

/** A command in the table: what help shows, and what runs. */
export interface Command extends Described {
  readonly options: Options;
  run(call: CommandCall, context: Context): Promise<ExitKind | undefined>;
}

/** What was typed after the command name. */
interface CommandCall {
  readonly arguments: readonly string[];
  /** The values typed for each option; absent if the option was not given. */
  readonly given: Readonly<Record<string, readonly string[]>>;
}

interface Definition<All extends Options> extends Described {
  readonly options: All;
  /** @returns how the command ended; nothing means `ok` */
  readonly run: (
    input: { readonly arguments: readonly string[]; readonly options: ValuesOf<All> },
    context: Context,
  ) => Promise<ExitKind | undefined> | Promise<void>;
}

/** Types a command's `run` by its options. */
export function defineCommand<const All extends Options>(definition: Definition<All>): Command {
  return {
    ...definition,
    run: async (call, context) => {
      const read = Object.entries(definition.options).map(([name, option]) => [
        name,
        option.read(call.given[name] ?? []),
      ]);
      // Each value was read by the option whose type it gets here.
      const options = Object.fromEntries(read) as ValuesOf<All>;
      return (await definition.run({ arguments: call.arguments, options }, context)) ?? undefined;
    },
  };
}
