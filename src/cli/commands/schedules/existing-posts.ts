import type { ExistingPosts } from '../../../contract/schedules/schedules.js';
import type { Context } from '../../context.js';
import { confirmAction } from '../../input/confirm-action.js';

/** What can happen to posts whose slots are removed. */
export const EXISTING_CHOICES = ['keep', 'move', 'cancel'] as const;

/** Asks before posts that wait in slots are moved or cancelled. @throws CliFailure `not_confirmed` */
export async function confirmExisting(
  existing: ExistingPosts | undefined,
  yes: boolean,
  context: Context,
): Promise<void> {
  if (existing === undefined || existing === 'keep') return;
  const done = existing === 'move' ? 'moved' : 'cancelled';
  await confirmAction(
    {
      shows: () => `Posts that wait in slots which go are ${done}.`,
      question: existing === 'move' ? 'Move them?' : 'Cancel them?',
      would: `Posts that wait in slots which go would be ${done}`,
    },
    yes,
    context,
  );
}
