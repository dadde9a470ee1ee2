import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Platform } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Services } from '../../operations/services.js';
import { inList } from '../../store/queries/in-list.js';
import { secretNamed } from '../../store/secrets.js';
import type { PlatformAppRow } from '../../store/tables/connection-rows.js';

/** Workspaces that have set the same app. */
const MAX_WORKSPACES = 100;

/** Different secrets that one notice is checked with: each is a pass over its body, which a stranger may have sent. */
const MAX_SECRETS = 8;

/** An app at whose address a network sends notices. */
export interface NoticeApp {
  /** The workspace that has set it; null: the environment sets it for all. */
  readonly workspaceId: string | null;
  /** What the network may sign with. */
  readonly secrets: readonly string[];
}

type AppServices = Pick<Services, 'store' | 'environmentApps'>;

/** An app, as its address at this backend names it. */
interface AddressedApp {
  readonly platform: Platform;
  readonly clientId: string;
  /** The workspace that the address names; null: none. */
  readonly workspaceId: string | null;
}

/**
 * The apps with an id at a network, that of the addressed workspace first, then in the order in which they were set: each
 * workspace may have set it. One whose notices cannot be checked, because their secret is not known or too many others
 * come before it, is left out.
 *
 * @returns empty: there is none, or the addressed workspace has none whose notices can be checked
 */
export async function noticeApps(
  services: AppServices,
  { platform, clientId, workspaceId }: AddressedApp,
): Promise<readonly NoticeApp[]> {
  const named = services.environmentApps[platform];
  if (named) {
    if (named.clientId !== clientId) return [];
    const other = NETWORKS[platform].notices?.alsoSignedFor;
    const also = other && services.environmentApps[other]?.clientSecret;
    const own = hasOwnSecret(platform) ? named.apiKeySecret : named.clientSecret;
    return checkable([{ workspaceId: null, secrets: withoutNull([own, also]) }]);
  }
  const rows = await services.store.db
    .selectFrom('platform_apps')
    .selectAll()
    .where('platform', '=', platform)
    .where('client_id', '=', clientId)
    .orderBy(sql`case when workspace_id = ${workspaceId ?? ''} then 0 else 1 end`)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(MAX_WORKSPACES)
    .execute();
  const apps = checkable(await withSecrets(services, platform, rows));
  return workspaceId === null || apps[0]?.workspaceId === workspaceId ? apps : [];
}

async function withSecrets(
  services: AppServices,
  platform: Platform,
  rows: readonly PlatformAppRow[],
): Promise<readonly NoticeApp[]> {
  const { vault } = services.store;
  const others = await secretsOfOthers(
    services,
    NETWORKS[platform].notices?.alsoSignedFor,
    rows.map((row) => row.workspace_id),
  );
  return rows.map(({ id, workspace_id: workspaceId, sealed, sealed_api_key: apiKey }) => {
    const own = hasOwnSecret(platform)
      ? apiKey && vault.openApiKeySecret(id, apiKey)
      : sealed && vault.openAppSecret(id, sealed);
    return { workspaceId, secrets: withoutNull([own, others.get(workspaceId)]) };
  });
}

/** The secrets with which the app of another network may have signed, by workspace. */
async function secretsOfOthers(
  { store, environmentApps }: AppServices,
  other: Platform | undefined,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (other === undefined || workspaceIds.length === 0) return new Map();
  const named = environmentApps[other];
  if (named) {
    const { clientSecret } = named;
    return new Map(clientSecret === null ? [] : workspaceIds.map((id) => [id, clientSecret]));
  }
  const rows = await store.db
    .selectFrom('platform_apps')
    .selectAll()
    .where('platform', '=', other)
    .where('workspace_id', 'in', inList(workspaceIds))
    .execute();
  return new Map(
    rows.flatMap(({ id, workspace_id, sealed }) =>
      sealed === null ? [] : [[workspace_id, store.vault.openAppSecret(id, sealed)] as const],
    ),
  );
}

/** Whether the network signs notices with a secret that is not that of the sign-in. */
const hasOwnSecret = (platform: Platform): boolean => appOf(platform)?.notices?.signingSecret !== undefined;

/** The first few of those with a secret. */
function checkable(apps: readonly NoticeApp[]): readonly NoticeApp[] {
  const counted = new Set<string>();
  for (const secret of apps.flatMap(({ secrets }) => secrets)) {
    if (counted.size < MAX_SECRETS) counted.add(secret);
  }
  return apps
    .map((app) => ({ ...app, secrets: app.secrets.filter((one) => counted.has(one)) }))
    .filter(({ secrets }) => secrets.length > 0);
}

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
