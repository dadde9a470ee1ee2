import type { ToolDefinition } from '../../definition/tool-definition.js';
import { type CallHandler, handle } from '../../handler.js';
import { READ_ONLY } from '../shared/annotations.js';
import { ingestSource } from './ingest-source.definition.js';
import { sourceAnswer } from './source-answer.js';

/** A way to look at what a tool keeps, and what it asks of a key. */
export interface ReadOnlyTool extends Pick<ToolDefinition, 'toolset' | 'scope' | 'readOnly'> {
  readonly carryOut: CallHandler;
}

const looking = {
  ...ingestSource,
  ...READ_ONLY,
  scope: 'sources:read',
  input: { sourceId: { ...ingestSource.input.sourceId, required: true } },
} as const satisfies ToolDefinition;

/** A source that is there already. Its tool fetches and keeps; this only reads. */
export const READ_SOURCE: ReadOnlyTool = {
  ...looking,
  carryOut: handle(looking, async ({ sourceId }, call) =>
    sourceAnswer(await call.client.sources.get(sourceId, call.request()), true),
  ),
};
