import { issueText } from '../../../contract/errors.js';
import type { Media } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { toCliWording } from '../../api-to-cli-words.js';
import { fields } from '../../output/fields.js';
import { plainLine } from '../../output/plain-text.js';
import type { Format } from '../../output/style.js';
import type { Column, Screen } from '../../output/table.js';
import { padTo } from '../../output/width.js';

/** `1080×1350`, `1920×1080, 42.5 s`. */
function dimensions({ width, height, durationSeconds }: Media): string {
  const pixels = width === null || height === null ? '' : `${width}×${height}`;
  const seconds = durationSeconds === null ? '' : `${Math.round(durationSeconds * 10) / 10} s`;
  return [pixels, seconds].filter(Boolean).join(', ');
}

export const MEDIA_COLUMNS: readonly Column<Media>[] = [
  { title: 'KEY', value: ({ key }) => key },
  { title: 'TYPE', value: ({ contentType }) => contentType },
  { title: 'SIZE', value: ({ bytes }) => byteSize(bytes) },
  { title: 'DIMENSIONS', value: dimensions, minWidth: 9 },
  { title: 'NAME', value: ({ filename }) => filename ?? '', minWidth: 12 },
];

const FIT_FORMATS: Readonly<Record<string, Format>> = {
  ok: 'green',
  converted: 'cyan',
  warning: 'yellow',
  error: 'red',
};

/** A media file as text: its facts, and whether each network accepts it. */
export function mediaText(media: Media, screen: Screen): string {
  const { style } = screen;
  const networks = Object.entries(media.fits);
  const widest = Math.max(0, ...networks.map(([platform]) => platform.length));
  return [
    `${style('bold', media.key)}  ${media.contentType}  ${byteSize(media.bytes)}`,
    fields(
      [
        ['Name', media.filename],
        ['Dimensions', dimensions(media)],
        ['Alt text', media.altText],
        ['Codecs', media.codecs.join(', ')],
        ['Uploaded', media.createdAt],
        ['Used by', media.usedBy === undefined ? null : media.usedBy.join(', ') || 'no post'],
        ['URL', media.url],
      ],
      screen,
    ),
    ...networks.map(([platform, fit]) => {
      const { status, message } = fit;
      const reason = message === null ? '' : `  ${style('dim', plainLine(toCliWording(message)))}`;
      return `  ${padTo(platform, widest)}  ${style(FIT_FORMATS[status] ?? 'dim', status)}${reason}`;
    }),
    ...media.warnings.map((issue) => {
      return `  ${style('yellow', 'Warning:')} ${plainLine(toCliWording(issueText(issue)))}`;
    }),
  ].join('\n');
}
