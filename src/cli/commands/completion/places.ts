import { PLATFORMS } from '../../../contract/platforms.js';
import type { ArgumentSpec, Command, Completes } from '../../command.js';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../../global-options.js';

/** What the shell completes for a value or an argument: the given words, or file names. */
export type Offer = { readonly words: readonly string[] } | 'file' | 'folder' | 'profile' | 'nothing';

export interface PlaceOption {
  /** `--to` and its short form `-t`, if any. */
  readonly long: string;
  readonly short: string | null;
  readonly description: string;
  /** Null for a switch. */
  readonly value: Offer | null;
}

/** A position in the command line, after the words of a command or group. */
export interface Place {
  /** The words so far: empty at the beginning, `posts`, `posts create`. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly summary: string }[];
  readonly options: readonly PlaceOption[];
  readonly argument: Offer;
}

/** Names that the command table does not contain. */
export interface Names {
  readonly tools: readonly string[];
  /** The summaries of command groups. */
  readonly parents: Readonly<Record<string, string>>;
}

/** What placeholders complete to everywhere: `--platform <networks>`, `<files...>`. */
const PLACEHOLDERS: Readonly<Record<string, Completes>> = {
  network: PLATFORMS,
  networks: PLATFORMS,
  // `--to` takes accounts as well, which only the backend knows.
  places: PLATFORMS,
  file: 'file',
  files: 'file',
  folder: 'folder',
};

/** Every position in the command line, from the command table. */
export function placesOf(commands: readonly Command[], names: Names): Place[] {
  const globals = [...GLOBAL_OPTIONS, HELP_OPTION].map((option) => optionOf(option, names));
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
  const summaryOf = (word: string): string =>
    commands.find(({ name }) => name === word)?.summary ?? names.parents[word] ?? '';
  const root: Place = {
    path: '',
    words: [...firsts, 'help'].map((word) => ({
      word,
      summary: word === 'help' ? 'Show help' : summaryOf(word),
    })),
    options: [...globals, optionOf({ flags: '-V, --version', description: 'Print the version' }, names)],
    argument: 'nothing',
  };
  const parents = firsts.flatMap((word) => {
    const under = commands.filter(({ name }) => name.startsWith(`${word} `));
    return under.length === 0 ? [] : [parentPlace(word, under, globals, names)];
  });
  return [root, ...parents, ...commands.flatMap((command) => commandPlaces(command, globals, names))];
}

function parentPlace(
  word: string,
  under: readonly Command[],
  globals: readonly PlaceOption[],
  names: Names,
): Place {
  const alone = under.find((command) => command.alone === true);
  return {
    path: word,
    words: under.flatMap(({ name, alias, summary }) =>
      [name.slice(word.length + 1), ...(alias === undefined ? [] : [alias])].map((last) => ({
        word: last,
        summary,
      })),
    ),
    options: [...(alone === undefined ? [] : ownOptions(alone, names)), ...globals],
    argument: 'nothing',
  };
}

function commandPlaces(command: Command, globals: readonly PlaceOption[], names: Names): Place[] {
  const place: Place = {
    path: command.name,
    words: [],
    options: [...ownOptions(command, names), ...globals],
    argument: argumentOf(command.arguments?.[0], names),
  };
  if (command.alias === undefined) return [place];
  return [place, { ...place, path: command.name.replace(/[^ ]+$/, command.alias) }];
}

function ownOptions(command: Command, names: Names): PlaceOption[] {
  return Object.values(command.options).map((option) => optionOf(option, names));
}

function optionOf(
  {
    flags,
    description,
    completes,
  }: { flags: string; description: string; completes?: Completes | undefined },
  names: Names,
): PlaceOption {
  const [, short = null, long = flags, value] = /^(?:(-\w), )?(--[\w-]+)(?: (<.*>))?$/.exec(flags) ?? [];
  return { long, short, description, value: value === undefined ? null : offerOf(completes, value, names) };
}

function argumentOf(argument: ArgumentSpec | undefined, names: Names): Offer {
  return offerOf(argument?.completes, argument?.name ?? '', names);
}

function offerOf(given: Completes | undefined, placeholder: string, { tools }: Names): Offer {
  const completes = given ?? PLACEHOLDERS[placeholder.replace(/[^\w]/g, '')];
  if (completes === undefined) return 'nothing';
  if (completes === 'tool') return { words: tools };
  return typeof completes === 'string' ? completes : { words: completes };
}
