import { type Issue, issueText } from '../../../../contract/errors.js';
import { accountInMessage } from '../../../../contract/plain-names.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Duplicate } from './duplicates.js';
import type { Plan } from './plan.js';

/**
 * Rejects an invalid plan with all errors at once. A draft may break the networks' rules, but may not use media that
 * does not exist.
 *
 * @throws RequestRefused
 */
export function rejectInvalidPlan(plan: Plan): void {
  const errors = plan.reports.flatMap((report) => report.errors);
  const unknownMedia = errors.filter((issue) => issue.code === 'media_not_found');
  const refusing = plan.mode === 'draft' ? unknownMedia : errors;
  if (plan.refusals.length > 0) throw joinedRefusal(plan.refusals, refusing);
  if (refusing.length > 0)
    throw new RequestRefused('rules_violated', summary(refusing), { errors: refusing });
}

/**
 * Several refusals as one, with every error in `errors` and every account to choose from in `choices`. The first one
 * gives the code.
 *
 * @param broken rules of networks that the request also breaks
 */
export function joinedRefusal(
  refusals: readonly RequestRefused[],
  broken: readonly Issue[] = [],
): RequestRefused {
  const [first, ...others] = refusals;
  if (first === undefined) throw new RangeError('There is no refusal to join.');
  if (others.length === 0 && broken.length === 0) return first;
  const choices = new Map(
    refusals.flatMap(({ details }) => (details.choices ?? []).map((one) => [one.accountId, one] as const)),
  );
  const errors = eachOnce([...refusals.flatMap(issuesOfRefusal), ...broken]);
  const messages = new Set([
    ...refusals.map(({ message }) => message),
    ...broken.map(({ message }) => message),
  ]);
  return new RequestRefused(first.code, [...messages].join(' '), {
    ...Object.assign({}, ...[...refusals].reverse().map(({ details }) => details)),
    ...(choices.size > 0 && { choices: [...choices.values()] }),
    errors,
  });
}

function eachOnce(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Why a request was refused, as issues. */
export function issuesOfRefusal(refusal: RequestRefused): Issue[] {
  return (
    refusal.details.errors ?? [
      {
        code: refusal.code,
        severity: 'error',
        message: refusal.message,
        ...(refusal.details.choices && {
          allowed: refusal.details.choices.map(
            (choice) =>
              `${choice.accountId} (${choice.platform} ${accountInMessage({ id: choice.accountId, handle: choice.handle })})`,
          ),
        }),
      },
    ]
  );
}

function summary(errors: readonly Issue[]): string {
  const [first] = errors;
  if (errors.length === 1 && first) return issueText(first);
  return `The post breaks ${errors.length} rules of its networks.`;
}

export function duplicateRefusal({ postId, status }: Duplicate): RequestRefused {
  return new RequestRefused(
    'duplicate_post',
    `Another post has the same text and media on the same account within 24 hours: ${postId} (${status}). To post it anyway, send \`allowDuplicate: true\`.`,
    { existingPostId: postId, existingStatus: status },
  );
}

export function warningsOf(plan: Plan): Issue[] {
  return [...plan.warnings, ...plan.reports.flatMap((report) => report.warnings)];
}

/** The errors and warnings of all targets, as stored with the post. */
export function issuesOf(plan: Plan): Issue[] {
  return plan.reports.flatMap((report) => [...report.errors, ...report.warnings]);
}
