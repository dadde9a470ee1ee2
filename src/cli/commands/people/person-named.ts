import type { Member } from '../../../backend/domain/people/members.js';
import { text } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
import type { OpenData } from '../server/with-store.js';

/** The option that names a person of the workspace. */
export const PERSON_OPTION = {
  person: text('--person <name>', 'Person, by sign-in name, name or id (default: the first owner)'),
};

/** The argument that names a person of the workspace. */
export const PERSON_ARGUMENT = { name: '<person>', description: 'Person, by sign-in name, name or id' };

/**
 * The person that somebody types, or the first owner.
 *
 * @throws CliFailure if nobody in the workspace is named so, or several people are
 */
export async function personOrOwner(
  { store, workspace }: Pick<OpenData, 'store' | 'workspace'>,
  name: string | undefined,
): Promise<Pick<Member, 'id' | 'displayName'>> {
  if (name !== undefined) return personNamed({ store, workspace }, name);
  const { requireFirstOwner } = await import('../../../backend/domain/access/first-owner.js');
  const { id, display_name } = await requireFirstOwner(store, workspace.id);
  return { id, displayName: display_name };
}

/** @throws CliFailure if nobody in the workspace is named so, or several people are */
export async function personNamed(
  { store, workspace }: Pick<OpenData, 'store' | 'workspace'>,
  name: string,
): Promise<Member> {
  const { membersNamed } = await import('../../../backend/domain/people/members.js');
  const [person, other] = await membersNamed(store.db, workspace.id, name);
  if (person === undefined) {
    throw new CliFailure('not_found', `Nobody in this workspace is named “${name}”.`, {
      changed: 'nothing',
      next: [`List people: ${typed('people list')}`],
    });
  }
  if (other !== undefined) {
    throw new CliFailure('refused', `Several people are named “${name}”.`, {
      changed: 'nothing',
      next: ['Use the sign-in name of one.'],
    });
  }
  return person;
}
