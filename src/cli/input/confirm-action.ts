import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';
import type { Screen } from '../output/table.js';
import { canAsk, confirm } from './prompt.js';

/** Something that cannot be undone, as it is asked about. */
export interface Confirmation {
  /** What is shown before the question. */
  readonly shows: (screen: Screen) => string;
  /** `Send it again?` */
  readonly question: string;
  /** `It would be sent again`: what is refused where nobody can be asked. */
  readonly would: string;
}

/**
 * Asks for a yes before something that cannot be undone.
 *
 * @param yes the person has said so already
 * @throws CliFailure `not_confirmed` where the answer is no, or where nobody can be asked
 */
export async function confirmAction(act: Confirmation, yes: boolean, context: Context): Promise<void> {
  if (yes) return;
  if (!canAsk(context)) {
    throw new CliFailure('not_confirmed', `${act.would}, and nobody is here to confirm it.`, {
      changed: 'nothing',
      next: ['Add --yes if it is meant.'],
    });
  }
  context.output.insist(act.shows);
  if (await confirm(context, act.question)) return;
  throw new CliFailure('not_confirmed', 'It was not confirmed.', { changed: 'nothing' });
}
