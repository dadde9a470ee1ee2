import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { Store } from '../../store/store.js';
import { requireFirstOwner } from './first-owner.js';
import { hashOfSecret, newSecret } from './secrets.js';
import type { SignedIn } from './sessions.js';

/** How long a link is valid, in milliseconds. */
const LIFETIME_MS = 15 * 60 * 1000;

/**
 * Creates a link that signs in one browser, once, within 15 minutes. Anyone with access to the data folder can create
 * one, and a link proves only that.
 *
 * @param personId whom it signs in; by default the workspace's first owner
 * @returns the token for `/sign-in?token=`
 */
export async function createSignInLink(
  store: Store,
  workspaceId: string,
  { clock }: Pick<ClockAndIds, 'clock'>,
  personId?: string,
): Promise<string> {
  const person = personId ?? (await requireFirstOwner(store, workspaceId)).id;
  const token = newSecret();
  const now = clock.now();
  await store.write(async (trx) => {
    await trx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('sign_in_links')
      .values({
        hash: hashOfSecret(token),
        workspace_id: workspaceId,
        person_id: person,
        created_at: now,
        expires_at: now + LIFETIME_MS,
      })
      .execute();
  });
  return token;
}

/**
 * Redeems a link.
 *
 * @returns whom it signs in, to which workspace; null if the link was used before, has expired, or does not exist
 */
export async function useSignInLink(store: Store, token: string, now: number): Promise<SignedIn | null> {
  const hash = hashOfSecret(token);
  // Invented tokens take no write lock.
  const known = await store.db
    .selectFrom('sign_in_links')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known === undefined) return null;
  const used = await store.write((trx) =>
    trx
      .deleteFrom('sign_in_links')
      .where('hash', '=', hash)
      .returning(['workspace_id', 'person_id', 'expires_at'])
      .executeTakeFirst(),
  );
  if (!used || used.person_id === null || used.expires_at <= now) return null;
  return { personId: used.person_id, workspaceId: used.workspace_id };
}
