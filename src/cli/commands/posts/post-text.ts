import type { Issue } from '../../../contract/errors.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { responsible } from '../../../contract/posts/actor-words.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { partName } from '../../../mcp/tools/posts/answers/post-facts.js';
import { boardWords } from '../../../networks/boards.js';
import { issueLine } from '../../failure-of.js';
import { fields } from '../../output/fields.js';
import { fullTime } from '../../output/instants.js';
import { plainLine, visibleLines } from '../../output/plain-text.js';
import { retryWords } from '../../output/retry-words.js';
import type { Format } from '../../output/style.js';
import type { Screen } from '../../output/table.js';
import { padTo } from '../../output/width.js';

const FORMATS: Readonly<Record<string, Format>> = {
  published: 'green',
  in_inbox: 'yellow',
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

/** The colour of a status. */
export function statusFormat(status: string): Format | undefined {
  return FORMATS[status];
}

/** A post as text: its content, its time, and its status on each network. */
export function postText(post: Post, screen: Screen, warnings: readonly Issue[] = []): string {
  const { style } = screen;
  const format = statusFormat(post.status);
  const status = format === undefined ? post.status : style(format, post.status);
  const errors = post.issues.filter(({ severity }) => severity === 'error');
  return [
    `${style('bold', post.id)}  ${status}${post.incomplete ? style('yellow', ' (partly failed)') : ''}`,
    fields(
      [
        ['Text', visibleLines(post.text)],
        ['When', post.when === null ? null : fullTime(post.when)],
        ['Proposed', post.proposed === null ? null : proposalWords(post.proposed)],
        ...responsible(post, post.status).map(([name, words]) => [name, plainLine(words)] as const),
        ['Labels', post.labels.length === 0 ? null : plainLine(post.labels.join(', '))],
        ['Dashboard', post.reviewUrl],
      ],
      screen,
    ),
    ...targetLines(post, screen),
    ...issueLines('To fix', errors, screen),
    ...issueLines('Warning', warnings, screen),
  ].join('\n');
}

/** When a draft would be published if it is approved. */
function proposalWords({ scheduleMode, when }: NonNullable<Post['proposed']>): string {
  if (scheduleMode === 'now') return 'as soon as it is approved';
  return when === null ? 'the next open slot' : fullTime(when);
}

/** The step in brackets. `reconciling` says that nothing is sent. */
function phaseWords(phase: Target['phase']): string {
  if (phase === null) return '';
  return phase === 'reconciling' ? ' (only looking at the network)' : ` (${phase})`;
}

/** The current status of one target: `x @fernhill publishing (sending)`. */
export function targetStatusLine({ platform, handle, status, phase, when }: Target): string {
  const word = `${status}${phaseWords(phase)}`;
  const due = status === 'pending' && when !== null ? `, due ${when.relative}` : '';
  return `${platform} ${plainLine(handle)} ${word}${due}`;
}

/** What a person has to do with a draft in the app of a network. */
function finishWords({ platform }: Target): string {
  return `It is in your ${PLATFORM_NAMES[platform]} inbox: finish it in the app.`;
}

/** The board to which a target goes. */
export function boardLines({ board }: Pick<Target, 'board'>, indent: string): string[] {
  return board === undefined ? [] : [`${indent}Board: ${plainLine(boardWords(board))}`];
}

function targetLines({ targets }: Post, screen: Screen): string[] {
  const { style } = screen;
  const widest = (of: (target: Target) => string): number =>
    Math.max(0, ...targets.map((one) => of(one).length));
  const platforms = widest(({ platform }) => platform);
  const handles = widest(({ handle }) => plainLine(handle));
  const errorLine = ({ code, message, action }: Diagnosis, again: string): string =>
    `      ${plainLine(message)} ${style('dim', `${action}${again} (${code})`)}`;
  return targets.flatMap((target) => {
    const { platform, handle, status, phase, url, error, warnings, nextAttemptAt, parts } = target;
    const format = statusFormat(status);
    const word = format === undefined ? status : style(format, status);
    const line = `  ${padTo(platform, platforms)}  ${padTo(plainLine(handle), handles)}  ${word}${phaseWords(phase)}`;
    return [
      url === null ? line : `${line}  ${plainLine(url)}`,
      ...boardLines(target, '      '),
      ...(status === 'in_inbox' ? [`      ${finishWords(target)}`] : []),
      ...(error === null ? [] : [errorLine(error, retryWords(nextAttemptAt, error))]),
      ...(warnings ?? []).map(
        ({ code, message, action }) =>
          `      ${style('yellow', 'Warning:')} ${message} ${style('dim', `${action} (${code})`)}`,
      ),
      ...parts.flatMap((part) =>
        part.kind === 'main' || part.error === null
          ? []
          : [`      ${partName(part)}: ${part.status}`, errorLine(part.error, '')],
      ),
    ];
  });
}

function issueLines(title: string, issues: readonly Issue[], { style }: Screen): string[] {
  return issues.map((issue) => `  ${style('yellow', `${title}:`)} ${plainLine(issueLine(issue))}`);
}
