import { createHmac } from 'node:crypto';
import type { Platform } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Services } from '../../operations/services.js';
import { secretNamed } from '../../store/secrets.js';
import { findPlatformApp } from './repository.js';

/** Workspaces that have set the same app. */
const MAX_WORKSPACES = 100;

/** An app at whose address a network sends notices. */
export interface NoticeApp {
  /** The workspace that has set it; null: the environment sets it for all. */
  readonly workspaceId: string | null;
  /** What the network may sign with. */
  readonly secrets: readonly string[];
}

type AppServices = Pick<Services, 'store' | 'environmentApps'>;

/**
 * The apps with an id at a network: each workspace may have set it. One whose notices cannot be checked, because their
 * secret is not known, is left out.
 */
export async function noticeApps(
  services: AppServices,
  platform: Platform,
  clientId: string,
): Promise<readonly NoticeApp[]> {
  const other = NETWORKS[platform].notices?.alsoSignedFor;
  const hasOwnSecret = appOf(platform)?.notices?.signingSecret !== undefined;
  const named = services.environmentApps[platform];
  if (named) {
    if (named.clientId !== clientId) return [];
    const also = other && services.environmentApps[other]?.clientSecret;
    const own = hasOwnSecret ? named.apiKeySecret : named.clientSecret;
    return checkable([{ workspaceId: null, secrets: withoutNull([own, also]) }]);
  }
  const rows = await services.store.db
    .selectFrom('platform_apps')
    .selectAll()
    .where('platform', '=', platform)
    .where('client_id', '=', clientId)
    .limit(MAX_WORKSPACES)
    .execute();
  const { vault } = services.store;
  const apps = await Promise.all(
    rows.map(async ({ id, workspace_id: workspaceId, sealed, sealed_api_key: apiKey }) => {
      const own = hasOwnSecret
        ? apiKey && vault.openApiKeySecret(id, apiKey)
        : sealed && vault.openAppSecret(id, sealed);
      const also = other && (await findPlatformApp(services, workspaceId, other))?.clientSecret;
      return { workspaceId, secrets: withoutNull([own, also]) };
    }),
  );
  return checkable(apps);
}

const checkable = (apps: readonly NoticeApp[]): readonly NoticeApp[] =>
  apps.filter(({ secrets }) => secrets.length > 0);

const withoutNull = (secrets: readonly (string | null | undefined)[]): readonly string[] =>
  secrets.flatMap((one) => one ?? []);

/** What tokens and codes of this backend are made with. */
export const noticeKey = (store: AppServices['store']): Promise<string> => secretNamed(store, 'notices');

/** The text with which a network proves that the owner of an app has entered the address. It never changes. */
export function verifyTokenOf(key: string, platform: Platform, clientId: string): string {
  return createHmac('sha256', key).update(`verify ${platform} ${clientId}`).digest('base64url').slice(0, 32);
}

/** Epoch seconds in base 36, and the first characters of an HMAC. */
const CODE = /^([0-9a-z]{1,10})([0-9a-f]{24})$/;

/** The code under which a person can ask what became of their wish to have data deleted. @param at epoch milliseconds */
export function deletionCode(key: string, platform: Platform, at: number): string {
  const time = Math.floor(at / 1000).toString(36);
  const proof = createHmac('sha256', key).update(`deletion ${platform} ${time}`).digest('hex').slice(0, 24);
  return `${time}${proof}`;
}

/** When the data was deleted, epoch milliseconds; null: this backend has not given the code. */
export function deletedAt(key: string, platform: Platform, code: string): number | null {
  const [, time] = CODE.exec(code) ?? [];
  if (time === undefined) return null;
  const at = Number.parseInt(time, 36) * 1000;
  return deletionCode(key, platform, at) === code ? at : null;
}
