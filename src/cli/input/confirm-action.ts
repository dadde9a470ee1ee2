import { textWarnings } from '../../base/text-warnings.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';
import type { Screen } from '../output/table.js';
import { canAsk, confirm } from './prompt.js';

/** How to ask about something that cannot be undone. */
export interface Confirmation {
  /** Printed before the question. */
  readonly preview: (screen: Screen) => string;
  /** All texts that would be sent: invisible characters and links in them are pointed out. */
  readonly content?: readonly string[];
  /** `Send it again?` */
  readonly question: string;
  /** `Sending it again`: what needs confirmation, if nobody can be asked. */
  readonly action: string;
}

/**
 * Asks for confirmation.
 *
 * @param yes confirmed already with `--yes`
 * @throws CliFailure `not_confirmed` if the answer is no, or without a terminal to ask in
 */
export async function confirmAction(
  { preview, content = [], question, action }: Confirmation,
  yes: boolean,
  context: Context,
): Promise<void> {
  if (yes) return;
  if (!canAsk(context)) {
    throw new CliFailure(
      'not_confirmed',
      `${action} needs confirmation, and there is no terminal to ask in.`,
      {
        changed: 'nothing',
        next: ['To confirm, add --yes.'],
      },
    );
  }
  context.output.insist(preview);
  for (const warning of textWarnings(content)) {
    context.output.insist(({ style }) => `${style('yellow', 'Warning:')} ${warning}`);
  }
  if (await confirm(context, question)) return;
  throw new CliFailure('not_confirmed', 'Not confirmed.', { changed: 'nothing' });
}
