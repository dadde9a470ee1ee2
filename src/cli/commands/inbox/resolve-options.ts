import type { SendOutcome } from '../../../contract/inbox/replies.js';
import { choice, flag, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import type { Screen } from '../../output/table.js';
import { WAIT_OPTION } from './sent.js';

/** What every command takes that settles an unknown outcome. */
export const RESOLVE_OPTIONS = {
  outcome: choice('--outcome <word>', 'What is done about it', ['check', 'sent', 'send_again']),
  idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never sends twice'),
  wait: WAIT_OPTION,
  yes: flag('-y, --yes', 'Do not ask for confirmation'),
} as const satisfies Options;

/**
 * What is to be done; a person is asked before it may go out a second time.
 *
 * @param show reads what it is about, for the question
 * @throws CliFailure where nothing was said, or `not_confirmed`
 */
export async function confirmResolving(
  { outcome, yes }: ValuesOf<typeof RESOLVE_OPTIONS>,
  show: () => Promise<(screen: Screen) => string>,
  context: Context,
): Promise<SendOutcome> {
  if (outcome === undefined)
    throw usageFailure('Say what is done about it: --outcome check, sent or send_again.');
  if (outcome !== 'send_again' || yes) return outcome;
  const shown = canAsk(context) ? await show() : () => '';
  await confirmAction(
    {
      shows: (screen) => `${shown(screen)}\nIf it is out already, it will be there twice.`,
      question: 'Send it again?',
      would: 'What may be out already would be sent again',
    },
    yes,
    context,
  );
  return outcome;
}
