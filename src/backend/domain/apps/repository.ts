import type { Platform } from '../../../contract/platforms.js';
import type { EnvironmentApps, PlatformApp } from '../../networks/connecting/platform-app.js';
import type { Services } from '../../operations/services.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { PlatformAppRow } from '../../store/tables/connection-rows.js';

export const idOfPlatformApp = (workspaceId: string, platform: Platform): string =>
  `${workspaceId}:${platform}`;

export function findAppRow(
  db: Queries,
  workspaceId: string,
  platform: Platform,
): Promise<PlatformAppRow | undefined> {
  return db
    .selectFrom('platform_apps')
    .selectAll()
    .where('id', '=', idOfPlatformApp(workspaceId, platform))
    .executeTakeFirst();
}

/** The app of a network: the one that the environment names, else the one that is stored; null: none. */
export async function findPlatformApp(
  { store, environmentApps }: Pick<Services, 'store' | 'environmentApps'>,
  workspaceId: string,
  platform: Platform,
): Promise<PlatformApp | null> {
  const named = environmentApps[platform];
  if (named) return named;
  const row = await findAppRow(store.db, workspaceId, platform);
  if (!row) return null;
  const { client_id: clientId, sealed, review, config_id: configId } = row;
  return { clientId, clientSecret: sealed && store.vault.openAppSecret(row.id, sealed), review, configId };
}

/** Says for the accounts of a network how far it has reviewed their app. */
export async function noteReview(
  trx: Write,
  { workspace_id, platform }: Pick<AccountRow, 'workspace_id' | 'platform'>,
  review: string | null,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ app_review: review })
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .execute();
}

/** The same, for the apps that the environment names, in every workspace. */
export async function noteEnvironmentReviews(store: Store, apps: EnvironmentApps): Promise<void> {
  const named = Object.entries(apps);
  if (named.length === 0) return;
  await store.write(async (trx) => {
    for (const [platform, { review }] of named) {
      await trx
        .updateTable('accounts')
        .set({ app_review: review })
        .where('platform', '=', platform as Platform)
        .where('simulated', '=', 0)
        .execute();
    }
  });
}

/** Gives the accounts that were connected with an app its new secret: what was issued to the app stays valid. */
export async function replaceSecret(
  { vault }: Pick<Store, 'vault'>,
  trx: Write,
  { workspace_id, platform, client_id }: PlatformAppRow,
  clientSecret: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .execute();
  for (const row of rows) {
    const credentials = vault.openAccount(row);
    if (credentials['clientId'] !== client_id) continue;
    await trx
      .updateTable('accounts')
      .set({ credentials_json: vault.sealAccount(row, { ...credentials, clientSecret }) })
      .where('id', '=', row.id)
      .where('credentials_json', '=', row.credentials_json)
      .execute();
  }
}
