import type { Store } from '../../store/store.js';
import { hashOfSecret, newSecret } from './secrets.js';
import type { ClockAndIds } from './workspaces.js';

/** For how long a link can be opened, in milliseconds. */
const LIFETIME_MS = 15 * 60 * 1000;

/**
 * Makes a link that signs one browser in, once, within 15 minutes. Whoever may read the data folder may make
 * one: it proves no more than that.
 *
 * @returns what follows `/sign-in?token=`
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
 * Uses a link up.
 *
 * @returns the workspace that it opens; null where it was used, is too old, or never was
 */
export async function useSignInLink(store: Store, token: string, now: number): Promise<string | null> {
  const used = await store.write((trx) =>
    trx
      .deleteFrom('sign_in_links')
      .where('hash', '=', hashOfSecret(token))
      .returning(['workspace_id', 'expires_at'])
      .executeTakeFirst(),
  );
  return used && used.expires_at > now ? used.workspace_id : null;
}
