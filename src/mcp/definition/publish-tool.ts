import type { Tool } from '@modelcontextprotocol/server';
import type { ToolDefinition } from './tool-definition.js';
import { publishSchema } from './listed-tool.js';

/** A tool as hosts see it. */
export function publishTool({ name, title, description, input, readOnly, hints }: ToolDefinition): Tool {
  return {
    name,
    title,
    description,
    inputSchema: publishSchema(input),
    annotations: { readOnlyHint: readOnly, ...hints },
  };
}
