import type { Queries, Store, Write } from '../../../store/store.js';
import { type FactorChange, recordFactorChange } from '../factors/factors.js';
import type { OidcIdentity } from './provider.js';

/** Whether a person has linked an account of a provider. */
export async function isLinked(db: Queries, personId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('subject')
    .where('person_id', '=', personId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whose account at a provider it is, which they use now; null: nobody has linked it.
 *
 * @param now system time
 */
export async function personOfIdentity(
  store: Store,
  { issuer, subject }: OidcIdentity,
  now: number,
): Promise<string | null> {
  const row = await store.db
    .selectFrom('oidc_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row) return null;
  await store.write((trx) =>
    trx
      .updateTable('oidc_identities')
      .set({ last_used_at: now })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute(),
  );
  return row.person_id;
}

/** Somebody signs in with the account already. */
export class IdentityTaken extends Error {
  override readonly name = 'IdentityTaken';
}

/**
 * Lets a new person sign in with an account of a provider.
 *
 * @param now system time
 * @throws IdentityTaken
 */
export async function addIdentity(
  trx: Write,
  personId: string,
  { issuer, subject }: OidcIdentity,
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('oidc_identities')
    .values({ issuer, subject, person_id: personId, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) {
    throw new IdentityTaken('Somebody here signs in with this account already.');
  }
}

/**
 * Lets a person sign in with an account of a provider, in place of the one they had there.
 *
 * @param now system time
 * @returns false: it is somebody else's already
 */
export async function linkIdentity(
  store: Store,
  change: FactorChange,
  { issuer, subject }: OidcIdentity,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<boolean> {
  const { personId } = change;
  return store.write(async (trx) => {
    const known = await trx
      .selectFrom('oidc_identities')
      .select('person_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (known) return known.person_id === personId;
    await trx
      .deleteFrom('oidc_identities')
      .where('person_id', '=', personId)
      .where('issuer', '=', issuer)
      .execute();
    await trx
      .insertInto('oidc_identities')
      .values({ issuer, subject, person_id: personId, created_at: now })
      .execute();
    await recordFactorChange(trx, change, `linked an account at ${name}`);
    return true;
  });
}

/** Ends signing in with an account of a provider. */
export async function unlinkIdentity(
  store: Store,
  change: FactorChange,
  { issuer, name }: { readonly issuer: string; readonly name: string },
): Promise<void> {
  const { personId } = change;
  await store.write(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('oidc_identities')
      .where('person_id', '=', personId)
      .where('issuer', '=', issuer)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await recordFactorChange(trx, change, `removed the link to their account at ${name}`);
  });
}
