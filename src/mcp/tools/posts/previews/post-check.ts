import type { Issue } from '../../../../contract/errors.js';
import type { TimeForms } from '../../../../contract/instants.js';
import type { PostValidation, TargetPreview } from '../../../../contract/posts/posts.js';
import { unitWord } from '../../../../networks/count/unit-words.js';
import type { Answer, Detail } from '../../../answers/answer.js';
import type { Facts } from '../../../answers/render-text.js';
import { safeHandle, type Untrusted, unsafeHandles } from '../../../answers/untrusted.js';
import { refusal } from '../../../errors/error-answer.js';
import { issueFacts } from '../../../errors/issue-facts.js';
import { ownTime, whenFacts } from '../../shared/time-facts.js';
import { toolCall } from '../../shared/tool-call.js';

/** Whether nothing but a duplicate stands in the way of this post. Drafts may break the networks' rules. */
export function wouldBeAccepted({ errors, scheduleMode, targets }: PostValidation): boolean {
  return errors.length === 0 && (scheduleMode === 'draft' || targets.every(({ ok }) => ok));
}

/** The answer to a post that would be refused, with everything that stands in the way. */
export function refusedPost(check: PostValidation, untouched: string): Answer {
  const faults = faultsOf(check);
  const first = firstFew(faults);
  const left = faults.slice(first.length);
  const [only] = check.errors;
  return refusal({
    code: only && faults.length === 1 ? only.code : 'rules_violated',
    message: `${faults.length === 1 ? 'One thing stands' : `${faults.length} things stand`} in the way. ${untouched}`,
    facts: {
      faults: first,
      more: left.length === 0 ? undefined : `${left.length} more${onWhich(left)}`,
      when: previewFacts(check)['when'],
    },
    next: [
      left.length === 0
        ? 'Mend every fault, then call again.'
        : 'Mend these; postrider_validate_post with the same arguments lists all. Then call again.',
      ...fixesFor(faults),
    ].join(' '),
  });
}

/** How to come by what a fault asks for, by its code. */
const FIXES: Readonly<Record<string, string>> = {
  media_required: `${toolCall('upload_media', { path: '…' })}, or with url, gives a key for mediaUrls.`,
  media_not_found: `${toolCall('upload_media', { url: 'https://…' })}, or with path, gives a key for mediaUrls.`,
  account_not_found: 'accountIds takes ids of those allowed.',
  target_required: 'accountIds takes ids of those allowed.',
  slot_unknown: `${toolCall('list_slots', { state: 'open' })} shows their ids.`,
};

function fixesFor(faults: readonly Facts[]): readonly string[] {
  return [...new Set(faults.flatMap(({ code }) => (typeof code === 'string' ? (FIXES[code] ?? []) : [])))];
}

/** More than this is not read to the end, in characters. */
const MAX_PROBLEMS_LENGTH = 900;

function firstFew(faults: readonly Facts[]): readonly Facts[] {
  let length = 0;
  return faults.filter((fault, index) => {
    length += JSON.stringify(fault).length;
    return index === 0 || length <= MAX_PROBLEMS_LENGTH;
  });
}

function onWhich(faults: readonly Facts[]): string {
  const networks = new Set(faults.flatMap(({ on }) => (typeof on === 'string' ? on.split(', ') : [])));
  return networks.size === 0 ? '' : `, on ${[...networks].join(', ')}`;
}

/** Everything that stands in the way, one line each; the same fault on several accounts once. */
export function faultsOf(check: PostValidation): Facts[] {
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

/** Where and when it would go, and the room that is left. */
export function previewFacts(check: PostValidation): Facts {
  const warnings = warningsOf(check);
  return {
    when: check.scheduleMode === 'now' ? undefined : whenFacts(check.when),
    targets: check.targets.map((target) => targetPreview(target, check.when)),
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

function targetPreview(
  { accountId, platform, handle, ok, counts, when }: TargetPreview,
  ofPost: TimeForms | null,
): Facts {
  return {
    accountId,
    platform,
    handle: safeHandle(handle),
    ok,
    at: ownTime(when, ofPost),
    ...Object.fromEntries(tightest(counts).map((count) => [count.field, roomIn(count)])),
  };
}

type Count = TargetPreview['counts'][number];

/** Where a network measures one field in two ways, the one that leaves less. */
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

/** The text of each target, where it is not the one that was given. */
export function previewDetails(check: PostValidation, given: string | undefined): Detail[] {
  const changed = check.targets.filter(({ text }) => text !== (given ?? ''));
  if (changed.length === 0) return [];
  return [
    {
      name: 'textAsItAppears',
      value: changed.map(({ accountId, platform, text }) => ({ accountId, platform, text })),
      otherwise: 'too long for one answer; check fewer targets at once',
    },
  ];
}

export function previewUntrusted(check: PostValidation): readonly Untrusted[] {
  return unsafeHandles(check.targets);
}
