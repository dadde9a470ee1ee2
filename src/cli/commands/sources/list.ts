import type { SourceSummary } from '../../../contract/sources/sources.js';
import { defineCommand, flag, text, whole } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const sourcesList = defineCommand({
  name: 'sources list',
  alone: true,
  group: 'Publish',
  operations: ['sources.list'],
  summary: 'List extracted articles and texts, newest first',
  options: {
    text: text('--text <words>', 'Only sources whose title or text contains this'),
    url: text('--url <address>', 'Only sources from this URL'),
    limit: whole('-n, --limit <number>', 'Maximum number of results (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Continue after a previous page'),
    all: flag('--all', 'Fetch all pages'),
  },
  examples: [
    { type: 'sources', does: 'List the latest twenty' },
    { type: 'sources --text opening --json', does: 'Search by text and print JSON' },
  ],
  run: ({ options: { text: words, url, limit, cursor, all } }, context) =>
    withClient(context, async (client) => {
      const query = {
        limit: limit ?? (all ? 100 : 20),
        ...(words === undefined ? {} : { text: words }),
        ...(url === undefined ? {} : { url }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const first = await client.sources.list(query, { signal: context.signal });
      const found: SourceSummary[] = [];
      if (all) for await (const source of first) found.push(source);
      else found.push(...first.data);
      const nextCursor = all ? null : first.nextCursor;
      context.output.result({
        data: { data: found, nextCursor },
        brief: found.map(({ id }) => id),
        text: (screen) =>
          found.length === 0
            ? `No sources found. Extract an article: ${typed('ingest https://…')}`
            : table(COLUMNS, found, screen),
      });
      if (nextCursor !== null) context.output.note(`More results: add --all, or --cursor ${nextCursor}`);
    }),
});

const COLUMNS: readonly Column<SourceSummary>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'WORDS', value: ({ wordCount }) => String(wordCount) },
  { title: 'TITLE', value: ({ title }) => title ?? '', minWidth: 14 },
  { title: 'FROM', value: ({ url, canonicalUrl }) => canonicalUrl ?? url ?? '', minWidth: 12 },
];
