import type { SendOutcome } from '../../../contract/inbox/replies.js';
import { choice, flag, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import type { Screen } from '../../output/table.js';
import { WAIT_OPTION } from './sent.js';

/** The options of the commands that resolve an unknown outcome. */
export const RESOLVE_OPTIONS = {
  outcome: choice('--outcome <word>', 'What to do', ['check', 'sent', 'send_again']),
  idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never sends twice'),
  wait: WAIT_OPTION,
  yes: flag('-y, --yes', 'Skip the confirmation prompt'),
} as const satisfies Options;

/**
 * Reads what to do, and asks before something may be sent twice.
 *
 * @param show reads the preview for the question
 * @throws CliFailure without --outcome, or `not_confirmed`
 */
export async function confirmResolving(
  { outcome, yes }: ValuesOf<typeof RESOLVE_OPTIONS>,
  show: () => Promise<(screen: Screen) => string>,
  context: Context,
): Promise<SendOutcome> {
  if (outcome === undefined) throw usageFailure('Choose what to do: --outcome check, sent or send_again.');
  if (outcome !== 'send_again' || yes) return outcome;
  const shown = canAsk(context) ? await show() : () => '';
  await confirmAction(
    {
      preview: (screen) => `${shown(screen)}\nIf it was sent after all, it will appear twice.`,
      question: 'Send it again?',
      action: 'Sending something that may already have been sent',
    },
    yes,
    context,
  );
  return outcome;
}
