import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { findRunning } from './running-backend.js';

/**
 * Refuses a data folder that a backend uses.
 *
 * @param next what to do instead
 * @throws CliFailure
 */
export function refuseRunning(folder: string, next: string): void {
  const running = findRunning(folder);
  if (running === null) return;
  throw new CliFailure('refused', `A backend is running on the data in ${folder}: ${running.url}`, {
    changed: 'nothing',
    next: [next],
  });
}

/**
 * Asks before `--replace` removes data.
 *
 * @param words `question` is asked in a terminal; `effect` says elsewhere what `--replace` does
 * @throws CliFailure where nobody confirms
 */
export async function confirmReplacing(
  { replace, yes }: { readonly replace: boolean; readonly yes: boolean },
  { question, effect }: { readonly question: string; readonly effect: string },
  context: Context,
): Promise<void> {
  if (!replace || yes) return;
  if (canAsk(context) && (await confirm(context, question))) return;
  throw new CliFailure('not_confirmed', `--replace ${effect} and needs confirmation.`, {
    changed: 'nothing',
    next: ['To confirm, add --yes.'],
  });
}
