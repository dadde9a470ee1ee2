import type { ClockAndIds } from '../../../backend/base/clock-and-ids.js';
import type { Store } from '../../../backend/store/store.js';
import { settingOf } from '../../../client/settings.js';
import type { Context } from '../../context.js';
import { foldersOf } from '../../settings/folders.js';
import { DEFAULT_PROFILE, readProfiles, storeLogin } from '../../settings/profiles.js';
import { sameAddress } from '../../settings/settings.js';

/** How the command line of this user relates to a backend that has just started. */
export interface SignInState {
  /** Whether commands reach this backend with a valid key. */
  readonly signedIn: boolean;
  /** One line for the user. */
  readonly words: string;
}

/** Plain HTTP never leaves the machine at these addresses. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

/**
 * Signs in the command line of the user who started the backend, if they have no login yet: creates a key and stores
 * it where only they can read it. An existing login is never replaced, because its key could not be shown again.
 *
 * @returns null if the environment provides the key, or the address is not on this machine
 */
export async function signInHere(
  store: Store,
  making: ClockAndIds,
  url: string,
  env: Context['env'],
): Promise<SignInState | null> {
  if (settingOf(env['POSTRIDER_API_KEY']) !== undefined || !LOOPBACK.test(url)) return null;
  const [access, { ensureFirstWorkspace }, { changedFromTerminal }] = await Promise.all([
    import('../../../backend/domain/access/api-keys.js'),
    import('../../../backend/domain/access/workspaces.js'),
    import('../../../backend/domain/access/actors.js'),
  ]);
  try {
    const folders = foldersOf(env);
    const { logins, inUse } = await readProfiles(folders);
    const login = logins.get(inUse);
    if (login !== undefined && sameAddress(login.baseUrl, url)) {
      const key = (await access.findApiKey(store, login.apiKey))?.key;
      const isValid =
        key !== undefined &&
        key.revokedAt === null &&
        (key.expiresAt === null || key.expiresAt > making.clock.now());
      if (isValid) return { signedIn: true, words: `signed in (profile ${inUse})` };
      return { signedIn: false, words: `not signed in: the key of profile ${inUse} is not valid here` };
    }
    if (logins.size > 0)
      return {
        signedIn: false,
        words: `not signed in: profile ${inUse} is for ${login?.baseUrl ?? 'no backend'}`,
      };
    const workspace = await ensureFirstWorkspace(store, making);
    const by = await changedFromTerminal(store, workspace, making);
    const key = await access.createApiKey(
      store,
      workspace,
      { label: 'Command line', scopes: 'full' },
      making,
      by,
    );
    try {
      await storeLogin(folders, DEFAULT_PROFILE, { apiKey: key.text, baseUrl: url });
    } catch (error) {
      await access.revokeApiKey(store, workspace.id, key.id, making.clock.now(), by);
      throw error;
    }
    return { signedIn: true, words: `signed in with a new key (profile ${DEFAULT_PROFILE})` };
  } catch (error) {
    // The backend runs well without a login.
    return {
      signedIn: false,
      words: `not signed in: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
