import type { Source } from '../../contract/sources.js';
import { defineCommand, flag, text } from '../command.js';
import { readTextFrom } from '../input/read-text.js';
import { fields } from '../output/fields.js';
import { plainLines } from '../output/plain-text.js';
import { type Column, type Room, table } from '../output/table.js';
import { typed } from '../typed-name.js';
import { withClient } from '../with-client.js';

export const ingest = defineCommand({
  name: 'ingest',
  group: 'Publish',
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
        text: (room) => (options.text ? plainLines(source.text) : sourceText(source, room)),
      });
    }),
});

function sourceText(source: Source, room: Room): string {
  const about = fields(
    [
      ['Title', source.title],
      ['By', source.byline],
      ['Site', source.siteName],
      ['Date', source.publishedAt?.slice(0, 10) ?? null],
      ['Language', source.language],
      ['Words', String(source.wordCount)],
      ['Address', source.canonicalUrl ?? source.url],
      ['Excerpt', source.excerpt],
      ['Images', source.images.map(imageLine).join('\n')],
      ['Media', source.media.map(({ key }) => key).join(', ')],
      ['Warnings', source.warnings.map(({ message }) => message).join('\n')],
      ['Id', source.id],
    ],
    room,
  );
  const next = typed(`posts create --source ${source.id} --to bluesky --text "…"`);
  return `${about}\n\n${table(COLUMNS, source.suggestions, room)}\n\n${room.style('dim', 'Next:')} ${next}`;
}

function imageLine({ url, width, height }: Source['images'][number]): string {
  return width === null || height === null ? url : `${url} (${width}×${height})`;
}

const COLUMNS: readonly Column<Source['suggestions'][number]>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'ROOM', value: ({ room }) => String(room) },
  { title: 'OF', value: ({ max }) => String(max) },
  { title: 'UNIT', value: ({ unit }) => unit },
  {
    title: 'LACKS',
    value: ({ needs }) =>
      needs
        .filter(({ met }) => !met)
        .map(({ what }) => what)
        .join(', '),
    cutTo: 8,
  },
];
