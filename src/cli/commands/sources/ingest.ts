import { defineCommand, flag, text } from '../../command.js';
import { readTextFrom } from '../../input/read-text.js';
import { plainLines } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { sourceText } from './source-text.js';

export const ingest = defineCommand({
  name: 'ingest',
  group: 'Publish',
  operations: ['sources.ingest'],
  summary: 'Extract an article from its address or a file, with what each network leaves room for',
  details:
    'The backend fetches the page: public addresses only, within limits of size and time. A file or standard input is plain text or Markdown.',
  arguments: [
    { name: '<source>', description: 'An address, a file, or - for standard input', completes: 'file' },
  ],
  options: {
    title: text('--title <title>', 'The title of a text; its first heading unless told'),
    text: flag('--text', 'Print the whole text and nothing else'),
    takeImage: flag('--take-image', 'Take the lead image over as media'),
  },
  examples: [
    { type: 'ingest https://example.org/article', does: 'What the article holds, in short' },
    { type: 'ingest https://example.org/article --text', does: 'Its text' },
    { type: 'ingest notes.md --title "Sunday opening"', does: 'A text of one’s own' },
  ],
  run: ({ arguments: [given = ''], options }, context) =>
    withClient(context, async (client) => {
      const title = options.title === undefined ? {} : { title: options.title };
      const body = /^https?:\/\//i.test(given)
        ? { url: given, ...title, ...(options.takeImage ? { takeImage: true } : {}) }
        : { text: await readTextFrom(given, context), ...title };
      const source = await client.sources.ingest(body, { signal: context.signal });
      context.output.result({
        data: source,
        brief: [source.id],
        text: (screen) => (options.text ? plainLines(source.text) : sourceText(source, screen)),
      });
    }),
});
