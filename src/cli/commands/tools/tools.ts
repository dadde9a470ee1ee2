import type { Field, ToolDefinition } from '../../../mcp/definition/tool-definition.js';
import { defineCommand } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { fields } from '../../output/fields.js';
import { type Column, table } from '../../output/table.js';
import { wrapTo } from '../../output/width.js';
import { typed } from '../../typed-name.js';
import { toolNamed } from './tool-named.js';

export const tools = defineCommand({
  name: 'tools',
  group: 'AI agents',
  summary: 'List the tools for AI agents, or show one',
  arguments: [{ name: '[tool]', description: 'Tool name, with or without "postrider_"', completes: 'tool' }],
  options: {},
  examples: [
    { type: 'tools', does: 'List all tools' },
    { type: 'tools create_post', does: 'Show a tool and its arguments' },
    { type: 'tools --json', does: 'Print the definitions that agents read' },
  ],
  run: async ({ arguments: [name] }, { output }) => {
    const [{ TOOLS }, { listedTool }] = await Promise.all([
      import('../../../mcp/tools/definitions.js'),
      import('../../../mcp/definition/listed-tool.js'),
    ]);
    const shown = name === undefined ? TOOLS : [toolNamed(name, TOOLS)];
    const [only] = shown;
    if (only === undefined) throw new CliFailure('not_found', 'No tools found.');
    output.result({
      data: name === undefined ? { tools: shown.map(listedTool) } : listedTool(only),
      brief: shown.map((tool) => tool.name),
      text: (screen) => {
        if (name === undefined) {
          const hint = `Show one: ${typed('tools create_post')}   Run one: ${typed('call list_accounts')}`;
          return `${table<ToolDefinition>(COLUMNS, shown, screen)}\n\n${screen.style('dim', hint)}`;
        }
        const { title, description, input } = only;
        return [
          `${screen.style('bold', only.name)}  ${title}`,
          ...wrapTo(description, Math.min(screen.width ?? 100, 100)),
          '',
          fields(
            Object.entries(input).map(([argument, field]) => [argument, fieldWords(field)]),
            screen,
          ),
          '',
          screen.style('dim', `Run it: ${typed(`call ${short(only.name)} argument=value …`)}`),
        ].join('\n');
      },
    });
  },
});

const short = (name: string): string => name.replace(/^postrider_/, '');

const COLUMNS: readonly Column<ToolDefinition>[] = [
  { title: 'TOOL', value: ({ name }) => short(name) },
  { title: 'TITLE', value: ({ title }) => title, minWidth: 16 },
  {
    title: 'CHANGES',
    value: ({ readOnly }) => (readOnly ? 'nothing' : 'posts'),
    format: ({ readOnly }) => (readOnly ? 'green' : 'yellow'),
  },
  { title: 'SCOPE', value: ({ scope }) => scope },
];

function fieldWords(field: Field): string {
  const values = field.type === 'string' ? field.values : undefined;
  const kind = values === undefined ? KINDS[field.type] : values.join(' | ');
  return [field.required ? `${kind}, required` : kind, field.description].filter(Boolean).join('. ');
}

const KINDS: Readonly<Record<Field['type'], string>> = {
  string: 'Text',
  integer: 'Whole number',
  boolean: 'true or false',
  array: 'List',
  object: 'Object',
};
