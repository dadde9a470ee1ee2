import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import { removeFactors } from '../access/factors/factors.js';
import { endAccess } from '../access/passwords.js';
import { type MemberChange, requireMember } from './change-members.js';
import type { Member } from './members.js';

/**
 * Withdraws everything that a person signs in with, and ends their sessions, so that a link can let them in anew: their
 * password, passkeys, authenticator app, recovery codes, and the link to their account at a provider.
 *
 * @throws RequestRefused `person_not_found`
 */
export async function resetSignIn(trx: Write, change: MemberChange): Promise<Member> {
  const member = await requireMember(trx, change);
  await trx
    .updateTable('people')
    .set({ password_hash: null, password_changed_at: null })
    .where('id', '=', member.id)
    .execute();
  await removeFactors(trx, member.id);
  await endAccess(trx, member.id);
  await recordActivity(trx, {
    ...{ workspaceId: change.workspaceId, objectId: member.id, operation: 'password.change' },
    ...{ summary: `withdrew the password and the second factors of ${member.displayName}`, ...change.by },
  });
  return { ...member, hasPassword: false };
}
