import type { Field, Fields, ToolDefinition } from '../../src/mcp/definition/tool-definition.js';
import { PROMPTS } from '../../src/mcp/resources-and-prompts/prompts.js';
import { RESOURCES } from '../../src/mcp/resources-and-prompts/resources.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';

/** `docs/tools.md`: every tool with its arguments, from the definitions that hosts list. */
export function toolsPage(): string {
  return [
    '# Tools, resources and prompts',
    '',
    'The tools that an AI agent can call. `postrider tools` lists them in a terminal, and `postrider call <tool>` calls one. `npm run docs` generates this page from the tool definitions.',
    '',
    'Arguments are read leniently: JSON in a string, a single value for a list, and common aliases are accepted. The answer to an invalid call says what to pass instead.',
    '',
    'A host lists what the API key may do: at `/mcp` from the start, over stdio from the first call on (`tools/list_changed`). If no response arrived and the outcome is unknown, the same call again continues the first one, and cannot act twice: the server keeps its `idempotencyKey` while it runs, up to a day, and the answer names it for later.',
    '',
    'No tool has an output schema. A host would add it to what the model reads before anything is asked; the same facts are in `structuredContent` and in the text.',
    '',
    'What other people wrote is under `untrusted` in an answer, and inside a fence in its text: [Untrusted content](safety.md#untrusted-content). Invisible characters are [written out](safety.md#invisible-characters).',
    '',
    ...TOOLS.flatMap(toolSection),
    '## Resources',
    '',
    'Resources that a host can attach to a conversation. Each shows the answer of its tool and is listed if that tool is. Sources are listed whenever the key may read them.',
    '',
    ...tableOf(
      ['URI', 'content'],
      RESOURCES.map(({ base, variable, description }) => [
        `\`${base}${variable === undefined ? '' : `{${variable.name}}`}\``,
        description,
      ]),
    ),
    '',
    '## Prompts',
    '',
    'Tasks that a person picks from the host’s menu. A prompt is listed if all the tools that it needs are listed.',
    '',
    ...tableOf(
      ['prompt', 'what it does', 'arguments'],
      PROMPTS.map(({ name, description, arguments: all }) => [
        `\`${name}\``,
        description,
        all.map((one) => `\`${one.name}\`${one.required ? ' (required)' : ''}`).join(', '),
      ]),
    ),
    '',
  ].join('\n');
}

function toolSection(tool: ToolDefinition): string[] {
  const { name, description, scope, toolset, readOnly } = tool;
  return [
    `## ${name}`,
    '',
    description,
    '',
    `Toolset \`${toolset}\`. Requires the scope \`${scope}\`. ${readOnly ? 'Read-only.' : 'Can make changes.'}`,
    '',
    ...tableOf(['argument', 'type', 'meaning'], rowsOf(tool.input, '')),
    '',
  ];
}

function rowsOf(fields: Fields, prefix: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = [`\`${path}\``, typeOf(field), meaningOf(field)];
    const inner =
      field.type === 'object'
        ? field
        : field.type === 'array' && field.items.type === 'object'
          ? field.items
          : null;
    if (inner === null) return [row];
    const shown = inner.listOnly;
    const innerFields = shown
      ? Object.fromEntries(Object.entries(inner.fields).filter(([key]) => shown.includes(key)))
      : inner.fields;
    return [row, ...rowsOf(innerFields, `${path}${field.type === 'array' ? '[]' : ''}.`)];
  });
}

function typeOf(field: Field): string {
  switch (field.type) {
    case 'string':
      return 'text';
    case 'integer':
      return `${field.minimum} to ${field.maximum}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return field.items.type === 'object' ? 'list of objects' : 'list of texts';
    case 'object':
      return 'object';
  }
}

function meaningOf(field: Field): string {
  const values =
    field.type === 'string'
      ? field.values
      : field.type === 'array' && field.items.type === 'string'
        ? field.items.values
        : undefined;
  const parts = [
    field.required ? 'Required' : '',
    field.description ?? field.documented ?? '',
    values && !field.description?.includes(values[0] ?? '') ? `One of ${values.join(', ')}` : '',
    field.example === undefined ? '' : `Example: \`${JSON.stringify(field.example)}\``,
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
    .replaceAll('|', '\\|');
}

/** A Markdown table with aligned columns. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
