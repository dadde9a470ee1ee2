import type { ExistingPosts } from '../../../contract/schedules/schedules.js';
import type { Context } from '../../context.js';
import { confirmAction } from '../../input/confirm-action.js';

/** What can happen to posts whose slots are removed. */
export const EXISTING_CHOICES = ['keep', 'move', 'cancel'] as const;

/** Asks before moving or cancelling posts in slots. @throws CliFailure `not_confirmed` */
export async function confirmExisting(
  existing: ExistingPosts | undefined,
  yes: boolean,
  context: Context,
): Promise<void> {
  if (existing === undefined || existing === 'keep') return;
  const isMove = existing === 'move';
  await confirmAction(
    {
      preview: () => `Posts whose slots are removed will be ${isMove ? 'moved' : 'cancelled'}.`,
      question: isMove ? 'Move these posts?' : 'Cancel these posts?',
      action: `${isMove ? 'Moving' : 'Cancelling'} the posts in removed slots`,
    },
    yes,
    context,
  );
}
