import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { User } from '../user.js';
import { contentOf, type PostFormValues, timeOf } from './form-values.js';
import type { CheckResult } from './preview.js';

/** What each account would publish; none if the form cannot be validated. */
export const targetsOf = (checked: CheckResult) =>
  'validation' in checked ? checked.validation.targets : [];

/** The post that is edited, as the address of a validation names it; null for a new one. */
export async function editedPost(user: User, query: URLSearchParams): Promise<Post | null> {
  const id = query.get('id');
  return id === null ? null : user.call('posts.get', { path: { id } });
}

/**
 * Validates the form as a draft, so that incomplete input gives issues and no error.
 *
 * @param editing the edited post
 */
export async function checkForm(
  user: User,
  entered: PostFormValues,
  accounts: readonly Account[],
  editing: Post | null,
): Promise<CheckResult> {
  const time =
    entered.mode === 'schedule' && entered.scheduledAt === ''
      ? { scheduleMode: 'draft' }
      : timeOf(entered, user.workspace.timezone);
  try {
    const content = contentOf(entered, accounts, editing?.overrides);
    const body = { ...content, ...time, ...(editing && { postId: editing.id }) };
    return { validation: withoutApproval(await user.call('posts.validate', { body })) };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code !== 'validation_failed') throw error;
    return { problem: error.toProblem(user.requestId) };
  }
}

/** The composer asks for approval where that is required, so it is nothing to fix. */
function withoutApproval(validation: PostValidation): PostValidation {
  const errors = validation.errors.filter(({ code }) => code !== 'other_approver_required');
  if (errors.length === validation.errors.length) return validation;
  const isFree = errors.length === 0 && validation.duplicateOf === null;
  return { ...validation, errors, ok: isFree && validation.targets.every(({ ok }) => ok) };
}
