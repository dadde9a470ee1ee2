import { defineTool } from '../../definition/tool-definition.js';
import { ADDS } from '../shared/annotations.js';
import { hiddenFields } from '../shared/call-fields.js';

export const ingestSource = defineTool({
  name: 'postrider_ingest_source',
  title: 'Read an article',
  description: 'Reads an article to write a post from. Then postrider_create_post with sourceId.',
  toolset: 'sources',
  scope: 'sources:write',
  ...ADDS,
  input: {
    url: {
      type: 'string',
      aliases: ['link', 'article', 'address'],
      maxLength: 4000,
      example: 'https://example.org/article',
      description: 'Address',
    },
    text: { type: 'string', aliases: ['content'], maxLength: 300_000, description: 'Or text' },
    title: { type: 'string', maxLength: 500, hidden: true },
    sourceId: {
      type: 'string',
      aliases: ['source', 'id'],
      maxLength: 200,
      example: 'src_01k9x3m5t7v9b2c4d6f8g0h1jk',
      description: 'Or continue one',
    },
    offset: { type: 'integer', minimum: 0, maximum: 1_000_000, example: 4000, description: 'From' },
    // Named by an answer that has images.
    takeImage: { type: 'boolean', hidden: true },
    idempotencyKey: hiddenFields.idempotencyKey,
    response_format: hiddenFields.response_format,
  },
});
