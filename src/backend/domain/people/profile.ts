import { MAX_PERSON_NAME_LENGTH } from '../../../contract/people/people.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import { relabelPerson } from '../access/actors.js';
import { foldName } from '../access/passwords.js';
import { refuseTakenName } from './invitations.js';

/** Letters of other alphabets look alike, and would make two names of one. */
const SIGN_IN_NAME = /^[a-z0-9][a-z0-9._@+-]{1,63}$/;

/** What somebody calls themselves. */
export interface Profile {
  /** In lower case. */
  readonly signInName: string;
  readonly displayName: string;
}

/** A name cannot be used; the message says why. */
export class InvalidProfile extends Error {
  override readonly name = 'InvalidProfile';
}

/**
 * Reads the names of a form. Without a name for others, the sign-in name is used.
 *
 * @throws InvalidProfile
 */
export function readProfile(signInName: string, displayName: string): Profile {
  const folded = foldName(signInName);
  if (!SIGN_IN_NAME.test(folded)) {
    throw new InvalidProfile(
      'A sign-in name has 2 to 64 characters: letters a to z, digits, and . _ @ + - after the first one.',
    );
  }
  const shown = displayName.trim() || folded;
  if (shown.length > MAX_PERSON_NAME_LENGTH) {
    throw new InvalidProfile(`A name can have at most ${MAX_PERSON_NAME_LENGTH} characters.`);
  }
  return { signInName: folded, displayName: shown };
}

/**
 * Changes the names of a person, in all workspaces and in what they have done so far.
 *
 * @throws NameTaken
 */
export async function changeProfile(
  trx: Write,
  personId: string,
  { signInName, displayName }: Profile,
  by: ChangedBy & { readonly workspaceId: string },
): Promise<void> {
  await refuseTakenName(trx, signInName, personId);
  await trx
    .updateTable('people')
    .set({ name: signInName, display_name: displayName })
    .where('id', '=', personId)
    .execute();
  await relabelPerson(trx, personId, displayName);
  const summary = `changed their name to ${displayName}, and signs in as ${signInName}`;
  await recordActivity(trx, { objectId: personId, operation: 'people.rename', summary, ...by });
}
