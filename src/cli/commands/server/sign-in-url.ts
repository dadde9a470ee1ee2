import type { Store } from '../../../backend/store/store.js';

/**
 * A link that signs in to the dashboard once, within 15 minutes.
 *
 * @param personId by default the first owner
 */
export async function signInUrl(
  store: Store,
  workspaceId: string,
  url: string,
  personId?: string,
): Promise<string> {
  const [{ createSignInLink }, { systemClock }] = await Promise.all([
    import('../../../backend/domain/access/sign-in-links.js'),
    import('../../../backend/base/clock.js'),
  ]);
  const token = await createSignInLink(store, workspaceId, { clock: systemClock }, personId);
  return `${url}/sign-in?token=${token}`;
}
