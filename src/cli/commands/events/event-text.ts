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

/** An event on one line: `14:05:03  post.published  post_… published`. @param at its time (default: in this machine's zone) */
export function eventLine(event: PostriderEvent, style: Style, at = clockTime(event.timestamp)): string {
  const format = FORMATS[event.type.slice(event.type.indexOf('.') + 1)] ?? 'cyan';
  return [style('dim', at), style(format, event.type), plainLine(aboutOf(event.data))].join('  ');
}

/** `14:05:03` in this machine's time zone. */
function clockTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The text fields of an event's data. */
function aboutOf(data: Readonly<Record<string, unknown>>): string {
  return Object.values(data)
    .filter((value) => typeof value === 'string')
    .join(' ');
}
