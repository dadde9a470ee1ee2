import type { AccessChanged } from '../../../backend/domain/access/approver-warning.js';
import type { MemberChange } from '../../../backend/domain/people/change-members.js';
import type { Member } from '../../../backend/domain/people/members.js';
import type { Write } from '../../../backend/store/store.js';
import { type Issue, issueText } from '../../../contract/errors.js';
import { flag } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import type { DataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { personNamed } from './person-named.js';

/** The option of commands that may ask before they change somebody's access. */
export const YES_OPTION = { yes: flag('-y, --yes', 'Skip the confirmation prompt') };

/** What is asked at a terminal before a change. */
export interface Question {
  readonly context: Context;
  /** With `--yes`, nothing is asked. */
  readonly isAnswered: boolean;
  /** Whether the person may not approve posts after the change. */
  readonly takesApproval: boolean;
  /** The question; null: it is only asked if nobody could approve the posts of somebody else afterwards. */
  readonly always: string | null;
}

/**
 * Changes a person that somebody types, in the name of the terminal.
 *
 * @param change in one transaction; `now` is the system time
 * @throws CliFailure if nobody is named so, the person is the last owner, or the answer to the question is no
 */
export async function changePerson(
  place: DataLocation,
  name: string,
  question: Question,
  change: (trx: Write, whom: MemberChange, now: number) => Promise<Member>,
): Promise<AccessChanged<Member>> {
  const [{ changedFromTerminal }, { lossWithout, withApproverWarning }, { RequestRefused }] =
    await Promise.all([
      import('../../../backend/domain/access/actors.js'),
      import('../../../backend/domain/access/approver-warning.js'),
      import('../../../backend/operations/refusal.js'),
    ]);
  return withStore(place, 'refuse', async ({ store, workspace, making }) => {
    const { id, displayName } = await personNamed({ store, workspace }, name);
    const loss = question.takesApproval ? await lossWithout(store.db, workspace.id, id) : null;
    await askFirst(question, loss, displayName);
    const by = await changedFromTerminal(store, workspace, making);
    const whom = { workspaceId: workspace.id, personId: id, by };
    try {
      return await store.write((trx) =>
        withApproverWarning(trx, workspace.id, () => change(trx, whom, making.clock.now())),
      );
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      throw new CliFailure('refused', error.message, { changed: 'nothing' });
    }
  });
}

async function askFirst(
  { context, isAnswered, always }: Question,
  loss: string | null,
  name: string,
): Promise<void> {
  if (isAnswered || !canAsk(context)) return;
  if (loss !== null) context.stderr.write(`Warning: ${loss}\n`);
  const question = always ?? (loss === null ? null : `Change ${name}’s access?`);
  if (question === null || (await confirm(context, question))) return;
  throw new CliFailure('not_confirmed', 'The person was not changed.', { changed: 'nothing' });
}

/** A sentence about what was done, and the warnings below it. */
export const withWarnings = (done: string, warnings: readonly Issue[]): string =>
  [done, ...warnings.map((warning) => `Warning: ${issueText(warning)}`)].join('\n');
