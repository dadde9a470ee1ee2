/** An instruction, with its continued lines joined. */
export interface Instruction {
  readonly name: string;
  /** What follows the name, flags included. */
  readonly text: string;
  readonly line: number;
}

/** A build stage: what is between one `FROM` and the next. */
export interface Stage {
  /** Its name after `AS`; the last stage may have none. */
  readonly name: string | null;
  /** The image that it begins with, with variables. */
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** `ARG` before the first stage: name and default. */
  readonly args: ReadonlyMap<string, string>;
  readonly stages: readonly Stage[];
}

/**
 * Reads a Dockerfile without here-documents and parser directives, which ours does not use.
 *
 * @throws Error for a line that is not an instruction
 */
export function readDockerfile(text: string): Dockerfile {
  const args = new Map<string, string>();
  const stages: { name: string | null; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsIn(text)) {
    const stage = stages.at(-1);
    if (instruction.name === 'FROM') {
      const words = instruction.text.split(' ').filter((word) => !word.startsWith('--'));
      stages.push({ name: words[2] ?? null, base: words[0] ?? '', instructions: [] });
    } else if (stage !== undefined) stage.instructions.push(instruction);
    else if (instruction.name === 'ARG') args.set(...argOf(instruction));
    else throw new Error(`line ${instruction.line}: ${instruction.name} is before the first FROM`);
  }
  return { args, stages };
}

function instructionsIn(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: { text: string; line: number } | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('#') || (line === '' && open === null)) continue;
    const joined: { text: string; line: number } =
      open === null ? { text: line, line: index + 1 } : { text: `${open.text} ${line}`, line: open.line };
    if (joined.text.endsWith('\\')) {
      open = { ...joined, text: joined.text.slice(0, -1).trim() };
      continue;
    }
    open = null;
    const space = joined.text.indexOf(' ');
    const name = joined.text.slice(0, space);
    if (!/^[A-Z]{3,12}$/.test(name)) throw new Error(`line ${joined.line} is not an instruction`);
    found.push({ name, text: joined.text.slice(space + 1).trim(), line: joined.line });
  }
  return found;
}

/** `ARG NAME=default`: the name and the default, empty if there is none. */
export function argOf({ text }: Instruction): [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** The instructions of a stage with this name. */
export function named(stage: Stage, name: string): readonly Instruction[] {
  return stage.instructions.filter((instruction) => instruction.name === name);
}

/** The last instruction with this name, in JSON form: `["postrider"]`. */
export function wordsOf(stage: Stage, name: string): readonly string[] {
  const words: unknown = JSON.parse(named(stage, name).at(-1)?.text ?? 'null');
  if (!Array.isArray(words)) throw new Error(`${name} is not in JSON form`);
  return words.map(String);
}

export interface Copy {
  /** The stage to copy from; null: the context. */
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly to: string;
}

export function copyOf({ text }: Instruction): Copy {
  const words = text.split(' ').filter(Boolean);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '' };
}

/** The variables of `ENV` instructions. Values have no spaces. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    named(stage, 'ENV')
      .flatMap(({ text }) => text.split(' ').filter(Boolean))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The check's own command, and its flags such as `--interval=30s`. */
export function healthCheckOf(stage: Stage): {
  readonly flags: ReadonlyMap<string, string>;
  readonly command: readonly string[];
} {
  const text = named(stage, 'HEALTHCHECK').at(-1)?.text ?? '';
  const begin = text.indexOf('CMD ');
  const words: unknown = JSON.parse(text.slice(begin + 4));
  if (begin === -1 || !Array.isArray(words)) throw new Error('HEALTHCHECK has no command in JSON form');
  const flags = text
    .slice(0, begin)
    .split(' ')
    .filter(Boolean)
    .map((flag) => flag.slice(2).split('=') as [string, string]);
  return { flags: new Map(flags), command: words.map(String) };
}
