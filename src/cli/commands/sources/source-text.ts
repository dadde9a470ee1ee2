import type { Source } from '../../../contract/sources/sources.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { fields } from '../../output/fields.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';

/** A source as text, without its content: its facts, and how much text fits on each network. */
export function sourceText(source: Source, screen: Screen): string {
  const about = fields(
    [
      ['Title', source.title],
      ['Author', source.byline],
      ['Site', source.siteName],
      ['Date', source.publishedDate === null ? null : dateText(source.publishedDate)],
      ['Language', source.language],
      ['Words', String(source.wordCount)],
      ['URL', source.canonicalUrl ?? source.url],
      ['Excerpt', source.excerpt],
      ['Images', source.images.map(imageLine).join('\n')],
      ['Media', source.media.map(({ key }) => key).join(', ')],
      ['Warnings', source.warnings.map(({ message }) => message).join('\n')],
      ['Id', source.id],
    ],
    screen,
  );
  if (source.kind === 'feed') return `${about}\n\n${feedText(source, screen)}`;
  const next = typed(`posts create --source ${source.id} --to bluesky --text "…"`);
  return `${about}\n\n${table(COLUMNS, source.suggestions, screen)}\n\n${screen.style('dim', 'Next:')} ${next}`;
}

/** `2026-11-16 07:30 +01:00`: as the page says it, because the reader’s own time zone is not that of the page. */
function dateText(written: string): string {
  const [day = '', time] = written.split('T');
  if (time === undefined) return day;
  const zone = time.slice(8).replace('Z', 'UTC');
  return `${day} ${time.slice(0, 5)} ${zone || '(time zone unknown)'}`;
}

/** The newest entries of a feed, and how to read one. */
function feedText({ entries }: Source, screen: Screen): string {
  const [first] = entries.flatMap(({ url }) => url ?? []);
  const next = first === undefined ? '' : `\n\n${screen.style('dim', 'Next:')} ${typed(`ingest ${first}`)}`;
  return `${table(ENTRY_COLUMNS, entries, screen)}${next}`;
}

const ENTRY_COLUMNS: readonly Column<Source['entries'][number]>[] = [
  { title: 'DATE', value: ({ publishedDate }) => publishedDate?.slice(0, 10) ?? '' },
  { title: 'TITLE', value: ({ title }) => title ?? '', minWidth: 8 },
  { title: 'URL', value: ({ url }) => url ?? '' },
];

function imageLine({ url, width, height }: Source['images'][number]): string {
  return width === null || height === null ? url : `${url} (${width}×${height})`;
}

const COLUMNS: readonly Column<Source['suggestions'][number]>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'LEFT', value: ({ room }) => String(room) },
  { title: 'LIMIT', value: ({ max }) => String(max) },
  { title: 'UNIT', value: ({ unit }) => unitWord(unit) },
  {
    title: 'MISSING',
    value: ({ needs }) =>
      needs
        .filter(({ met }) => !met)
        .map(({ what }) => what)
        .join(', '),
    minWidth: 8,
  },
];
