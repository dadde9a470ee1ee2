import { defineTool } from '../../definition/tool-definition.js';
import { ADDS } from '../shared/annotations.js';
import { brief, sharedFields } from '../shared/call-fields.js';
import { responseFormat } from '../shared/list-fields.js';

export const ingestSource = defineTool({
  name: 'postrider_ingest_source',
  title: 'Read an article',
  description: 'Reads an article to write posts from. Then create_post with its sourceId.',
  toolset: 'sources',
  scope: 'sources:write',
  ...ADDS,
  input: {
    url: {
      type: 'string',
      aliases: ['link', 'article', 'address'],
      maxLength: 4000,
      example: 'https://example.org/article',
      description: 'URL of a page, PDF or feed',
    },
    text: { type: 'string', aliases: ['content'], maxLength: 300_000, description: 'Or its text' },
    title: { type: 'string', maxLength: 500, hidden: true, documented: 'The title of the text' },
    format: {
      type: 'string',
      values: ['simple', 'markdown', 'text'],
      synonyms: { md: 'markdown', plain: 'text' },
      hidden: true,
      documented: 'The form of the text of a URL: `simple` (default), `markdown` with links, or plain `text`',
    },
    sourceId: {
      type: 'string',
      aliases: ['source', 'id'],
      maxLength: 200,
      example: 'src_01k9x3m5t7v9b2c4d6f8g0h1jk',
      description: 'Or one read before',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      example: 4000,
      description: 'Where to read on',
    },
    takeImage: { type: 'boolean', documented: 'Also uploads the article’s image' },
    idempotencyKey: { ...sharedFields.idempotencyKey, hidden: true },
    response_format: { ...brief(responseFormat), hidden: true },
  },
});
