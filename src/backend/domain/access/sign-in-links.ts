import type { Store } from '../../store/store.js';
import { hashOfSecret, newSecret } from './secrets.js';
import type { ClockAndIds } from './workspaces.js';

/** How long a link is valid, in milliseconds. */
const LIFETIME_MS = 15 * 60 * 1000;

/**
 * Creates a link that signs in one browser, once, within 15 minutes. Anyone with access to the data folder can create
 * one, and a link proves only that.
 *
 * @returns the token for `/sign-in?token=`
 */
export async function createSignInLink(
  store: Store,
  workspaceId: string,
  { clock }: Pick<ClockAndIds, 'clock'>,
): Promise<string> {
  const token = newSecret();
  const now = clock.now();
  await store.write(async (trx) => {
    await trx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('sign_in_links')
      .values({
        hash: hashOfSecret(token),
        workspace_id: workspaceId,
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
 * @returns the workspace to sign in to; null if the link was used before, has expired, or does not exist
 */
export async function useSignInLink(store: Store, token: string, now: number): Promise<string | null> {
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
      .returning(['workspace_id', 'expires_at'])
      .executeTakeFirst(),
  );
  return used && used.expires_at > now ? used.workspace_id : null;
}
