import type { Platform } from '../../../contract/platforms.js';
import { accountStanding, appOf } from '../../../networks/access.js';
import type { Call } from '../../operations/call.js';
import { findPlatformApp } from '../apps/repository.js';

/** What to know before signing in at a network with the workspace's app, in sentences. */
export async function standingBefore(
  { services, caller }: Pick<Call<'connections.get'>, 'services' | 'caller'>,
  platform: Platform,
): Promise<readonly string[]> {
  if (appOf(platform) === null) return [];
  const app = await findPlatformApp(services, caller.workspace.id, platform);
  return accountStanding(platform, app?.review ?? null, services.isPublic);
}
