import type { AccessChanged } from '../../../backend/domain/access/approver-warning.js';
import type { MemberChange } from '../../../backend/domain/people/change-members.js';
import type { Member } from '../../../backend/domain/people/members.js';
import type { Write } from '../../../backend/store/store.js';
import { type Issue, issueText } from '../../../contract/errors.js';
import { CliFailure } from '../../failure.js';
import type { DataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { personNamed } from './person-named.js';

/**
 * Changes a person that somebody types, in the name of the terminal.
 *
 * @param change in one transaction; `now` is the system time
 * @throws CliFailure if nobody is named so, or the person is the last owner
 */
export async function changePerson(
  place: DataLocation,
  name: string,
  change: (trx: Write, whom: MemberChange, now: number) => Promise<Member>,
): Promise<AccessChanged<Member>> {
  const [{ changedFromTerminal }, { withApproverWarning }, { RequestRefused }] = await Promise.all([
    import('../../../backend/domain/access/actors.js'),
    import('../../../backend/domain/access/approver-warning.js'),
    import('../../../backend/operations/refusal.js'),
  ]);
  return withStore(place, 'refuse', async ({ store, workspace, making }) => {
    const { id } = await personNamed({ store, workspace }, name);
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

/** A sentence about what was done, and the warnings below it. */
export const withWarnings = (done: string, warnings: readonly Issue[]): string =>
  [done, ...warnings.map((warning) => `Warning: ${issueText(warning)}`)].join('\n');
