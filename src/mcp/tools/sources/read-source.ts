import type { ToolDefinition } from '../../definition/tool-definition.js';
import { type CallHandler, handle } from '../../handler.js';
import { READ_ONLY } from '../shared/annotations.js';
import { ingestSource } from './ingest-source.definition.js';
import { sourceAnswer } from './source-answer.js';

/** A read-only variant of a tool, and the scope that it needs. */
export interface ReadOnlyTool extends Pick<ToolDefinition, 'toolset' | 'scope' | 'readOnly'> {
  readonly handler: CallHandler;
}

const readSource = {
  ...ingestSource,
  ...READ_ONLY,
  scope: 'sources:read',
  input: { sourceId: { ...ingestSource.input.sourceId, required: true } },
} as const satisfies ToolDefinition;

/** Reads an existing source. Its tool can also fetch and store new ones. */
export const READ_SOURCE: ReadOnlyTool = {
  ...readSource,
  handler: handle(readSource, async ({ sourceId }, call) =>
    sourceAnswer(await call.client.sources.get(sourceId, call.request()), true),
  ),
};
