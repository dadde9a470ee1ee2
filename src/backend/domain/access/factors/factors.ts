import { type ChangedBy, recordActivity } from '../../../store/activity.js';
import type { Queries, Write } from '../../../store/store.js';

/** Who changes how they sign in, and in which workspace that is recorded. */
export interface FactorChange {
  readonly personId: string;
  readonly workspaceId: string;
  readonly by: ChangedBy;
}

/** Records a change of how somebody signs in, in its transaction. */
export function recordFactorChange(
  trx: Write,
  { personId, workspaceId, by }: FactorChange,
  summary: string,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId,
    objectId: personId,
    operation: 'factors.change',
    summary,
    ...by,
  });
}

/** With what somebody can prove who they are, besides a password. */
export interface Factors {
  readonly authenticator: boolean;
  /** How many. */
  readonly passkeys: number;
  /** Recovery codes that are not used yet. */
  readonly recoveryCodesLeft: number;
}

export async function factorsOf(db: Queries, personId: string): Promise<Factors> {
  const [person, passkeys, codes] = await Promise.all([
    db.selectFrom('people').select('totp_secret').where('id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    authenticator: typeof person?.totp_secret === 'string',
    passkeys: Number(passkeys.all),
    recoveryCodesLeft: Number(codes.left),
  };
}

/** Whether signing in takes a second step. Recovery codes alone do not make one. */
export const hasSecondFactor = ({ authenticator, passkeys }: Factors): boolean =>
  authenticator || passkeys > 0;

/** Removes every factor of a person, and the links to their accounts at providers. Their password stays. */
export async function removeFactors(trx: Write, personId: string): Promise<void> {
  await trx
    .updateTable('people')
    .set({ totp_secret: null, totp_step: null })
    .where('id', '=', personId)
    .execute();
  await trx.deleteFrom('passkeys').where('person_id', '=', personId).execute();
  await trx.deleteFrom('oidc_identities').where('person_id', '=', personId).execute();
  await trx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
}

/** Removes the recovery codes of somebody who has no factor left that they could stand in for. */
export async function dropNeedlessCodes(trx: Write, personId: string): Promise<void> {
  if (hasSecondFactor(await factorsOf(trx, personId))) return;
  await trx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
}
