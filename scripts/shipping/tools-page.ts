import type { Field, Fields, ToolDefinition } from '../../src/mcp/definition/tool-definition.js';
import { PROMPTS } from '../../src/mcp/resources-and-prompts/prompts.js';
import { RESOURCES } from '../../src/mcp/resources-and-prompts/resources.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';

/** `docs/tools.md`: every tool with its arguments, from the same table that hosts are shown. */
export function toolsPage(): string {
  return [
    '# Tools, resources and prompts',
    '',
    'What an AI agent can call. `postrider tools` shows the same in a terminal, and `postrider call <tool>` calls one. This page is made from the table of tools by `npm run docs`.',
    '',
    'Arguments are read generously: JSON in a string, one value for a list of one, and common other names are understood. An answer to a wrong call says what to write instead.',
    '',
    ...TOOLS.flatMap(toolSection),
    '## Resources',
    '',
    'What a host can attach to a conversation. Each shows what its tool would, and is there where that tool is; sources are there wherever they may be read.',
    '',
    ...tableOf(
      ['address', 'what it shows'],
      RESOURCES.map(({ base, variable, description }) => [
        `\`${base}${variable === undefined ? '' : `{${variable.name}}`}\``,
        description,
      ]),
    ),
    '',
    '## Prompts',
    '',
    'Tasks that a person picks from a menu of the host. A prompt is offered where all the tools that it needs are.',
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
    `Group \`${toolset}\`, needs \`${scope}\`; ${readOnly ? 'changes nothing' : 'acts'}.`,
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
    field.description ?? '',
    values && !field.description?.includes(values[0] ?? '') ? `One of ${values.join(', ')}` : '',
    field.example === undefined ? '' : `Such as \`${JSON.stringify(field.example)}\``,
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
    .replaceAll('|', '\\|');
}

/** A table whose columns are as wide as their widest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
