import type { Issue } from '../../../../contract/errors.js';
import type { TimeForms } from '../../../../contract/instants.js';
import type { PostValidation, TargetPreview } from '../../../../contract/posts/posts.js';
import { boardForModel } from '../../../../networks/boards.js';
import { unitWord } from '../../../../networks/count/unit-words.js';
import type { Answer, Detail } from '../../../answers/answer.js';
import type { Facts } from '../../../answers/render-text.js';
import { safeHandle, type Untrusted, unsafeBoards, unsafeHandles } from '../../../answers/untrusted.js';
import { refusal, type Untouched } from '../../../errors/error-answer.js';
import { issueFacts } from '../../../errors/issue-facts.js';
import { ownTime, whenFacts } from '../../shared/time-facts.js';
import { toolCall } from '../../shared/tool-call.js';

/** Whether the API would accept this post, duplicates aside. Drafts may break the networks' rules. */
export function wouldBeAccepted({ ok, errors, scheduleMode, targets }: PostValidation): boolean {
  return scheduleMode === 'draft' ? ok : errors.length === 0 && targets.every((target) => target.ok);
}

/** The answer to a post that would be refused, with every problem. */
export function refusedPost(check: PostValidation, untouched: Untouched): Answer {
  const problems = problemsOf(check);
  const first = firstFew(problems);
  const left = problems.slice(first.length);
  const [only] = check.errors;
  const isOwn = problems.length === 1 && only?.code === 'other_approver_required';
  return refusal({
    code: only && problems.length === 1 ? only.code : 'rules_violated',
    message: `${problems.length === 1 ? '1 problem' : `${problems.length} problems`} to fix.`,
    untouched,
    facts: {
      problems: first,
      more: left.length === 0 ? undefined : `${left.length} more${onWhich(left)}`,
      when: previewFacts(check)['when'],
    },
    next: [
      ...(isOwn
        ? []
        : [
            left.length === 0
              ? 'Fix every problem, then call again.'
              : 'Fix these; postrider_validate_post with the same arguments lists all. Then call again.',
          ]),
      ...fixesFor(problems),
    ].join(' '),
  });
}

/** How to get what a problem asks for, by its code. */
const FIXES: Readonly<Record<string, string>> = {
  media_required: `${toolCall('upload_media', { path: '…' })}, or with url, gives a key for mediaUrls.`,
  media_not_found: `${toolCall('upload_media', { url: 'https://…' })}, or with path, gives a key for mediaUrls.`,
  account_not_found: 'Pass allowed ids in accountIds.',
  target_required: 'Pass allowed ids in accountIds.',
  other_approver_required:
    'Tell the person who can approve it, and where. To propose a new post: scheduleMode "draft" with scheduledAt or proposed.',
  slot_unknown: `${toolCall('list_slots', { state: 'open' })} shows their ids.`,
};

function fixesFor(problems: readonly Facts[]): readonly string[] {
  return [...new Set(problems.flatMap(({ code }) => (typeof code === 'string' ? (FIXES[code] ?? []) : [])))];
}

/** Models do not read more than this to the end, in characters. */
const MAX_PROBLEMS_LENGTH = 900;

function firstFew(problems: readonly Facts[]): readonly Facts[] {
  let length = 0;
  return problems.filter((problem, index) => {
    length += JSON.stringify(problem).length;
    return index === 0 || length <= MAX_PROBLEMS_LENGTH;
  });
}

function onWhich(problems: readonly Facts[]): string {
  const networks = new Set(problems.flatMap(({ on }) => (typeof on === 'string' ? on.split(', ') : [])));
  return networks.size === 0 ? '' : `, on ${[...networks].join(', ')}`;
}

/** Every problem, one line each. The same problem on several accounts is listed once. */
export function problemsOf(check: PostValidation): Facts[] {
  return merged([
    ...check.errors.map((issue) => ({ on: undefined, issue })),
    ...check.targets.flatMap(({ platform, errors }) => errors.map((issue) => ({ on: platform, issue }))),
  ]);
}

function warningsOf(check: PostValidation): Facts[] {
  return merged([
    ...check.warnings.map((issue) => ({ on: undefined, issue })),
    ...check.targets.flatMap(({ platform, warnings }) => warnings.map((issue) => ({ on: platform, issue }))),
  ]);
}

interface Placed {
  readonly on: string | undefined;
  readonly issue: Issue;
}

function merged(all: readonly Placed[]): Facts[] {
  const byContent = new Map<string, { issue: Issue; on: string[] }>();
  for (const { on, issue } of all) {
    const key = JSON.stringify([issue.code, issue.message, issue.pointer]);
    const known = byContent.get(key) ?? { issue, on: [] };
    if (on !== undefined) known.on.push(on);
    byContent.set(key, known);
  }
  return [...byContent.values()].map(({ issue, on }) => ({
    on: on.length > 0 ? on.join(', ') : undefined,
    ...issueFacts(issue),
  }));
}

/** Where and when it would be published, and how many characters are left. */
export function previewFacts(check: PostValidation): Facts {
  const warnings = warningsOf(check);
  return {
    when: check.scheduleMode === 'now' ? undefined : whenFacts(check.when),
    targets: check.targets.map((target) => targetPreview(target, check.when)),
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

function targetPreview(
  { accountId, platform, handle, simulated, ok, board, counts, when }: TargetPreview,
  ofPost: TimeForms | null,
): Facts {
  return {
    accountId,
    platform,
    handle: safeHandle(handle),
    simulated,
    ok,
    board: board && boardForModel(board),
    at: ownTime(when, ofPost),
    ...Object.fromEntries(tightest(counts).map((count) => [count.field, roomIn(count)])),
  };
}

type Count = TargetPreview['counts'][number];

/** If a network counts a field in two ways, the tighter one. */
function tightest(counts: readonly Count[]): readonly Count[] {
  const byField = new Map<string, Count>();
  for (const count of counts) {
    const known = byField.get(count.field);
    if (known === undefined || count.room / count.max < known.room / known.max)
      byField.set(count.field, count);
  }
  return [...byField.values()];
}

function roomIn({ used, max, unit, room }: Count): string {
  return `${used} of ${max} ${unitWord(unit)}, ${room < 0 ? `${-room} too many` : `${room} left`}`;
}

/** The text of each target, if it differs from the given text, and as a thread, if it is too long. */
export function previewDetails(check: PostValidation, given: string | undefined): Detail[] {
  const changed = check.targets.filter(({ text }) => text !== (given ?? ''));
  const split = check.targets.flatMap(({ accountId, split: posts }) => {
    const [text = '', ...thread] = posts ?? [];
    return posts === null ? [] : [{ target: accountId, text, thread }];
  });
  const otherwise = 'too long for one answer; check fewer targets at once';
  const shown = changed.map(({ accountId, platform, text }) => ({ accountId, platform, text }));
  return [
    ...(shown.length > 0 ? [{ name: 'textAsItAppears', value: shown, otherwise }] : []),
    ...(split.length > 0 ? [{ name: 'overridesThatFit', value: split, otherwise }] : []),
  ];
}

export function previewUntrusted(check: PostValidation): readonly Untrusted[] {
  return [...unsafeHandles(check.targets), ...unsafeBoards(check.targets)];
}
