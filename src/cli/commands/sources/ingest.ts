import { choice, defineCommand, flag, text } from '../../command.js';
import { readTextFrom } from '../../input/read-text.js';
import { plainLines } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { sourceText } from './source-text.js';

export const ingest = defineCommand({
  name: 'ingest',
  group: 'Publish',
  operations: ['sources.ingest'],
  summary: 'Extract an article from a URL or a file',
  details:
    'The backend fetches the page, PDF or feed; only public addresses are allowed, within limits of size and time. A file or standard input can be plain text or Markdown. Shows how much text fits on each network.',
  arguments: [{ name: '<source>', description: 'URL, file, or - for standard input', completes: 'file' }],
  options: {
    title: text('--title <title>', 'Title of a text (default: its first heading)'),
    text: flag('--text', 'Print only the full text'),
    format: choice('--format <format>', 'Form of the text of a URL', ['simple', 'markdown', 'text']),
    takeImage: flag('--take-image', 'Store the lead image as media'),
  },
  examples: [
    { type: 'ingest https://example.org/article', does: 'Extract an article and show a summary' },
    { type: 'ingest https://example.org/article --text', does: 'Print its text' },
    {
      type: 'ingest https://example.org/article --text --format markdown',
      does: 'Print it as Markdown, with its links',
    },
    { type: 'ingest notes.md --title "Sunday opening"', does: 'Use your own text' },
  ],
  run: ({ arguments: [given = ''], options }, context) =>
    withClient(context, async (client) => {
      const title = options.title === undefined ? {} : { title: options.title };
      const format = options.format === undefined ? {} : { format: options.format };
      const body = /^https?:\/\//i.test(given)
        ? { url: given, ...title, ...format, ...(options.takeImage ? { takeImage: true } : {}) }
        : { text: await readTextFrom(given, context), ...title, ...format };
      const source = await client.sources.ingest(body, { signal: context.signal });
      context.output.result({
        data: source,
        brief: [source.id],
        text: (screen) => (options.text ? plainLines(source.text) : sourceText(source, screen)),
      });
    }),
});
