import type { OperationId } from '../contract/operations.js';
import type { Context } from './context.js';
import type { ExitKind } from './exit-codes.js';
import { usageFailure } from './failure.js';

/** What a shell offers in a place: some words, files, folders, the names of the stored profiles, or of the tools. */
export type Completes = readonly string[] | 'file' | 'folder' | 'profile' | 'tool';

/** One option of a command: how it is written and how what was typed is read. */
export interface OptionSpec<Value> {
  /** `-t, --to <networks>`; without `<…>` it is a switch. */
  readonly flags: string;
  readonly description: string;
  /** What a shell offers for its value; nothing unless told. */
  readonly completes?: Completes | undefined;
  /** @param given the values typed, in their order; for a switch `['']` where it is on */
  readonly read: (given: readonly string[]) => Value;
}

/** A switch: off unless given. */
export function flag(flags: string, description: string): OptionSpec<boolean> {
  return { flags, description, read: (given) => given.length > 0 };
}

/** One text; the last one counts where it is given several times. */
export function text(
  flags: string,
  description: string,
  completes?: Completes,
): OptionSpec<string | undefined> {
  return { flags, description, completes, read: (given) => given.at(-1) };
}

/** Several texts that may hold commas themselves: the option given several times. */
export function texts(
  flags: string,
  description: string,
  completes?: Completes,
): OptionSpec<readonly string[]> {
  return { flags, description, completes, read: (given) => given };
}

/** Several texts: separated by commas, or the option given several times. */
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

/** One of a few words. */
export function choice<const Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[],
): OptionSpec<Value | undefined> {
  const read = (given: readonly string[]): Value | undefined => {
    const word = given.at(-1);
    if (word === undefined) return undefined;
    const known = values.find((value) => value === word);
    if (known === undefined) throw usageFailure(`${flags}: "${word}" is none of ${values.join(', ')}.`);
    return known;
  };
  return { flags, description: `${description} (${values.join(', ')})`, completes: values, read };
}

/** A whole number between two others. */
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
    throw usageFailure(`${flags}: "${word}" is no whole number from ${range.min} to ${range.max}.`);
  };
  return { flags, description, read };
}

export type Options = Readonly<Record<string, OptionSpec<unknown>>>;

export type ValuesOf<All> = {
  readonly [Name in keyof All]: All[Name] extends OptionSpec<infer Value> ? Value : never;
};

export interface Example {
  /** What to type after `postrider`. */
  readonly type: string;
  readonly does: string;
}

/** Headings under which help lists commands. */
type CommandGroup = 'Begin' | 'Publish' | 'Answer' | 'Plan' | 'Events' | 'Test' | 'For agents';

/** What comes after a command's words: `<id>`, `[program]`, `<files...>`. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly completes?: Completes | undefined;
}

interface Described {
  /** `posts create`: the words after `postrider`. */
  readonly name: string;
  /** Another last word that is understood: `delete` for `posts cancel`. */
  readonly alias?: string;
  /** Its last word may be left out: `accounts` is `accounts list`. */
  readonly alone?: boolean;
  /** The operations of the API that it stands for. `--json` prints the answer of one of them. */
  readonly operations?: readonly OperationId[];
  /** `--json` prints the items of that answer, one a line. */
  readonly jsonLines?: boolean;
  readonly group: CommandGroup;
  /** One line, shown in lists of commands. */
  readonly summary: string;
  /** Further paragraphs of its own help. */
  readonly details?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly examples: readonly Example[];
}

/** A command of the table: what help shows of it, and what runs it. */
export interface Command extends Described {
  readonly options: Options;
  run(call: CommandCall, context: Context): Promise<ExitKind | undefined>;
}

/** What was typed after the command's name. */
interface CommandCall {
  readonly arguments: readonly string[];
  /** The values typed of each option; absent where it was not given. */
  readonly given: Readonly<Record<string, readonly string[]>>;
}

interface Definition<All extends Options> extends Described {
  readonly options: All;
  /** @returns what it ended with; nothing for `ok` */
  readonly run: (
    input: { readonly arguments: readonly string[]; readonly options: ValuesOf<All> },
    context: Context,
  ) => Promise<ExitKind | undefined> | Promise<void>;
}

/** Gives a command's `run` the exact types of its options. */
export function defineCommand<const All extends Options>(definition: Definition<All>): Command {
  return {
    ...definition,
    run: async (call, context) => {
      const read = Object.entries(definition.options).map(([name, option]) => [
        name,
        option.read(call.given[name] ?? []),
      ]);
      // Each value was read by the option whose type it is given here.
      const options = Object.fromEntries(read) as ValuesOf<All>;
      return (await definition.run({ arguments: call.arguments, options }, context)) ?? undefined;
    },
  };
}
