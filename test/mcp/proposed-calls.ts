import type { Tool } from '@modelcontextprotocol/server';
import type { HostAnswer } from './jobs/support/host.js';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A value that a model has to fill in. */
const BLANK = '…';

/**
 * What is wrong with the calls that an answer proposes: a tool that is not listed, an argument that its schema does
 * not have, a value that the schema does not allow. Hosts that enforce schemas could not make such a call.
 *
 * @param made the call that was answered: an answer may name what it had, listed or not
 */
export function faultsOfProposals(
  made: { readonly name: string; readonly args: unknown },
  answer: HostAnswer,
  tools: readonly Tool[],
): string[] {
  const had = JSON.stringify(made.args);
  return adviceIn(answer.structured).flatMap((text) => [
    ...faultsOfCalls(text, tools),
    ...unlistedIn(text, made.name, tools)
      .filter((name) => !had.includes(`"${name}"`))
      .map((name) => `${made.name} does not list ${name}: ${text}`),
  ]);
}

/** The sentences of an answer that say what to do. */
function adviceIn({ next, message, problems, issues }: HostAnswer['structured']): string[] {
  const fixes = [problems, issues].flatMap((list) => (Array.isArray(list) ? list : [])) as {
    fix?: unknown;
  }[];
  return [next, message, ...fixes.map(({ fix }) => fix)].filter((text) => typeof text === 'string');
}

function faultsOfCalls(text: string, tools: readonly Tool[]): string[] {
  return [...text.matchAll(/\bpostrider_[a-z_]+/g)].flatMap(({ 0: name, index }) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) return [`${name} is not listed: ${text}`];
    const json = jsonAt(text, index + name.length);
    if (json === undefined) return [];
    const parsed: unknown = JSON.parse(json);
    return faultsOf(parsed, tool.inputSchema as Schema, name).map((fault) => `${fault}: ${text}`);
  });
}

/** The object that follows a tool's name. */
function jsonAt(text: string, from: number): string | undefined {
  if (!text.startsWith(' {', from)) return undefined;
  let depth = 0;
  let quoted = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '{') depth += 1;
    else if (!quoted && letter === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(from + 1, at + 1);
    }
  }
  return undefined;
}

function faultsOf(value: unknown, schema: Schema, at: string): string[] {
  if (value === BLANK || value === null) return [];
  if (Array.isArray(value)) {
    if (schema.type !== 'array') return [`${at} takes no list`];
    return value.flatMap((item, index) => faultsOf(item, schema.items ?? {}, `${at}[${index}]`));
  }
  if (typeof value === 'object') {
    if (schema.type !== 'object') return [`${at} takes no object`];
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => `${at} needs ${name}`),
      ...Object.entries(value).flatMap(([name, inner]) => {
        const known = schema.properties?.[name];
        if (known === undefined) return name === BLANK ? [] : [`${at} does not list ${name}`];
        return faultsOf(inner, known, `${at}.${name}`);
      }),
    ];
  }
  if (typeof value === 'string' && schema.enum && !schema.enum.includes(value))
    return [`${at} does not allow ${value}`];
  const type = typeof value === 'number' ? 'integer' : typeof value;
  return type === schema.type ? [] : [`${at} is of type ${schema.type}`];
}

/** Arguments with names that are no words of a sentence. */
const ARGUMENT = /\b(?:[a-z]+[A-Z]\w*|response_format|timezone)\b/g;

/** Arguments that a text names, and neither the tool that answered nor the tools that it names list. */
function unlistedIn(text: string, tool: string, tools: readonly Tool[]): string[] {
  const named = new Set([tool, ...(text.match(/\bpostrider_[a-z_]+/g) ?? [])]);
  const names = new Set(
    tools.filter(({ name }) => named.has(name)).flatMap((one) => propertiesOf(one.inputSchema as Schema)),
  );
  const all = new Set(tools.flatMap((one) => propertiesOf(one.inputSchema as Schema)));
  // What stands in quotes is a value or a text.
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/“[^”]*”/g, '');
  const known = new Set([...plain.matchAll(ARGUMENT)].map(([name]) => name));
  return [...known].filter((name) => (all.has(name) || name === 'response_format') && !names.has(name));
}

function propertiesOf({ properties = {}, items }: Schema): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...propertiesOf(inner)]),
    ...(items === undefined ? [] : propertiesOf(items)),
  ];
}
