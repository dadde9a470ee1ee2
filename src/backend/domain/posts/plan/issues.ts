import { type Issue, issueText } from '../../../../contract/errors.js';
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
  const [first, ...others] = plan.refusals;
  if (first) {
    const errors = [first, ...others].flatMap((refusal) => refusal.details.errors ?? []);
    throw new RequestRefused(first.code, [first, ...others].map((one) => one.message).join(' '), {
      ...first.details,
      ...(errors.length > 0 && { errors }),
    });
  }
  const errors = plan.reports.flatMap((report) => report.errors);
  const unknownMedia = errors.filter((issue) => issue.code === 'media_not_found');
  const refusing = plan.mode === 'draft' ? unknownMedia : errors;
  if (refusing.length > 0)
    throw new RequestRefused('rules_violated', summary(refusing), { errors: refusing });
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
