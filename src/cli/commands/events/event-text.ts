import type { PostriderEvent } from '../../../contract/events/events.js';
import { plainLine } from '../../output/plain-text.js';
import type { Format, Style } from '../../output/style.js';

const FORMATS: Readonly<Record<string, Format>> = {
  published: 'green',
  failed: 'red',
  disabled: 'red',
  unknown: 'yellow',
  missed: 'yellow',
  partially_published: 'yellow',
  cancelled: 'dim',
};

/** `14:05:03  post.published  post_… published`: an event on one line, its time by this machine's zone. */
export function eventLine(event: PostriderEvent, style: Style): string {
  const format = FORMATS[event.type.slice(event.type.indexOf('.') + 1)] ?? 'cyan';
  return [
    style('dim', clockTime(event.timestamp)),
    style(format, event.type),
    plainLine(aboutOf(event.data)),
  ].join('  ');
}

/** `14:05:03` by this machine's clock and zone. */
export function clockTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The plain fields of what an event says. */
function aboutOf(data: Readonly<Record<string, unknown>>): string {
  return Object.values(data)
    .filter((value) => typeof value === 'string')
    .join(' ');
}
