import type { Issue } from '../../contract/errors.js';
import type { Diagnosis } from '../../contract/posts/delivery-errors.js';
import type { Post, Target } from '../../contract/posts/posts.js';
import { partName } from '../../mcp/tools/posts/answers/post-facts.js';
import { issueLine } from '../failure-of.js';
import { fields } from '../output/fields.js';
import { plainLine } from '../output/plain-text.js';
import type { Format } from '../output/style.js';
import type { Room } from '../output/table.js';
import { padTo } from '../output/width.js';
import { fullTime } from './instants.js';

const FORMATS: Readonly<Record<string, Format>> = {
  published: 'green',
  scheduled: 'cyan',
  queued: 'cyan',
  publishing: 'cyan',
  draft: 'dim',
  cancelled: 'dim',
  partially_published: 'yellow',
  unknown: 'yellow',
  missed: 'yellow',
  failed: 'red',
};

/** How a status is coloured: good, on its way, in doubt, bad. */
export function statusFormat(status: string): Format | undefined {
  return FORMATS[status];
}

/** One post for a person: what it says, when, and what became of it on each network. */
export function postText(post: Post, room: Room, warnings: readonly Issue[] = []): string {
  const { style } = room;
  const format = statusFormat(post.status);
  const status = format === undefined ? post.status : style(format, post.status);
  const faults = post.issues.filter(({ severity }) => severity === 'error');
  return [
    `${style('bold', post.id)}  ${status}${post.incomplete ? style('yellow', ' (a part of it failed)') : ''}`,
    fields(
      [
        ['Text', post.text],
        ['When', post.when === null ? null : fullTime(post.when)],
        ['Page', post.reviewUrl],
      ],
      room,
    ),
    ...targetLines(post, room),
    ...issueLines('Not ready', faults, room),
    ...issueLines('Note', warnings, room),
  ].join('\n');
}

/** What is going on with one target: `x @fernhill publishing (sending)`. */
export function targetStatusLine({ platform, handle, status, phase, when }: Target): string {
  const word = phase === null ? status : `${status} (${phase})`;
  const due = status === 'pending' && when !== null ? `, due ${when.relative}` : '';
  return `${platform} ${plainLine(handle)} ${word}${due}`;
}

function targetLines({ targets }: Post, room: Room): string[] {
  const { style } = room;
  const widest = (of: (target: Target) => string): number =>
    Math.max(0, ...targets.map((one) => of(one).length));
  const platforms = widest(({ platform }) => platform);
  const handles = widest(({ handle }) => plainLine(handle));
  const faultLine = ({ code, message, action }: Diagnosis, again: string): string =>
    `      ${plainLine(message)} ${style('dim', `${action}${again} (${code})`)}`;
  return targets.flatMap((target) => {
    const { platform, handle, status, phase, url, error, nextAttemptAt, parts } = target;
    const format = statusFormat(status);
    const word = format === undefined ? status : style(format, status);
    const line = `  ${padTo(platform, platforms)}  ${padTo(plainLine(handle), handles)}  ${word}${phase === null ? '' : ` (${phase})`}`;
    const again = nextAttemptAt === null ? '' : ` Tried again at ${nextAttemptAt}.`;
    return [
      url === null ? line : `${line}  ${plainLine(url)}`,
      ...(error === null ? [] : [faultLine(error, again)]),
      ...parts.flatMap((part) =>
        part.kind === 'main' || part.error === null
          ? []
          : [`      ${partName(part)}: ${part.status}`, faultLine(part.error, '')],
      ),
    ];
  });
}

function issueLines(title: string, issues: readonly Issue[], { style }: Room): string[] {
  return issues.map((issue) => `  ${style('yellow', `${title}:`)} ${plainLine(issueLine(issue))}`);
}
