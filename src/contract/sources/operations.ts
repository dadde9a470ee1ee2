import type { Operation } from '../operation.js';
import { limitText } from '../service/workspace-limits.js';
import { MAX_INGEST_MS } from '../time-limits.js';
import { exampleSource, exampleSourceId, exampleSourceSummary } from './examples.js';
import { DeletedSource, IngestSource, Source, SourceListQuery, SourcePage, SourceParams } from './sources.js';

/** Articles and texts that posts are created from. */
export const SOURCE_OPERATIONS = {
  'sources.ingest': {
    method: 'POST',
    path: '/v1/sources/ingest',
    tag: 'Sources',
    summary: 'Extract an article from a URL, or add a text',
    description: `Only public URLs are fetched, within limits of size and time: every request is answered within ${MAX_INGEST_MS / 1000} seconds. \`suggestions\` are facts for writing posts, not generated text. Set \`sourceId\` on a post to record its source. Workspaces take turns, and too many requests of one at the same time get \`workspace_busy\`. ${limitText('sources')}`,
    access: 'sources:write',
    body: IngestSource,
    status: 201,
    response: Source,
    errors: [
      'url_refused',
      'url_unreadable',
      'url_unavailable',
      'image_unavailable',
      'limit_reached',
      'workspace_busy',
    ],
    urlMs: MAX_INGEST_MS,
    keyed: true,
    example: { body: { url: 'https://fernhill.example/sunday-opening' }, response: exampleSource },
  },
  'sources.list': {
    method: 'GET',
    path: '/v1/sources',
    tag: 'Sources',
    summary: 'List sources, newest first, without their texts',
    access: 'sources:read',
    query: SourceListQuery,
    status: 200,
    response: SourcePage,
    errors: [],
    paged: true,
    example: { query: { text: 'Sunday' }, response: { data: [exampleSourceSummary], nextCursor: null } },
  },
  'sources.get': {
    method: 'GET',
    path: '/v1/sources/{id}',
    tag: 'Sources',
    summary: 'Get a source',
    access: 'sources:read',
    params: SourceParams,
    status: 200,
    response: Source,
    errors: ['source_not_found'],
    example: { params: { id: exampleSourceId }, response: exampleSource },
  },
  'sources.delete': {
    method: 'DELETE',
    path: '/v1/sources/{id}',
    tag: 'Sources',
    summary: 'Delete a source, but keep posts created from it',
    access: 'sources:write',
    params: SourceParams,
    status: 200,
    response: DeletedSource,
    errors: ['source_not_found'],
    example: { params: { id: exampleSourceId }, response: { id: exampleSourceId, deleted: true } },
  },
} as const satisfies Record<string, Operation>;
