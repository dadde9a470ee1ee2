import type { App, AppList } from '../../../contract/accounts/apps.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { isEntered } from '../../../networks/access/guide.js';
import { noticeAddresses } from '../../../networks/access/notice-addresses.js';
import { redirectsToRegister } from '../../../networks/access/redirects.js';
import { appVariable } from '../../../networks/access/variables.js';
import { APP_PLATFORMS, type AppAccess, appOf, redirectRuleOf, reviewOf } from '../../../networks/access.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { PlatformAppRow } from '../../store/tables/connection-rows.js';
import { noticeKey, verifyTokenOf } from './notice-apps.js';
import { findAppRow, idOfPlatformApp, noteReview, replaceSecret } from './repository.js';

type AnyCall = Call<'apps.list'> | Call<'apps.get'> | Call<'apps.set'> | Call<'apps.remove'>;
type ChangeCall = Call<'apps.set'> | Call<'apps.remove'>;

async function listApps(call: Call<'apps.list'>): Promise<AppList> {
  const { services, caller } = call;
  const rows = await services.store.db
    .selectFrom('platform_apps')
    .selectAll()
    .where('workspace_id', '=', caller.workspace.id)
    .execute();
  const key = await keyFor(services);
  return {
    data: APP_PLATFORMS.flatMap((platform) => {
      const access = appOf(platform);
      const row = rows.find((one) => one.platform === platform);
      return access ? [viewApp(call, { platform, access, key }, row)] : [];
    }),
  };
}

async function getApp(call: Call<'apps.get'>): Promise<App> {
  const { services, caller, params } = call;
  const { platform } = params;
  const access = accessFor(platform);
  const row = await findAppRow(services.store.db, caller.workspace.id, platform);
  return viewApp(call, { platform, access, key: await keyFor(services) }, row);
}

async function setApp(call: Call<'apps.set'>): Promise<App> {
  const { body, params, caller, services, now } = call;
  const { platform } = params;
  const access = changeable(call);
  if (body.review !== undefined) refuseUnknownReview(access, body.review);
  if (body.configId && !access.configuration) throw withoutConfigurations(platform);
  if (body.apiKeySecret && !access.notices?.signingSecret) throw withoutApiKeySecret(platform);
  const id = idOfPlatformApp(caller.workspace.id, platform);
  const key = await keyFor(services);
  return call.commit(async (trx) => {
    const before = await findAppRow(trx, caller.workspace.id, platform);
    const isSame = before?.client_id === body.clientId;
    const sealed =
      body.clientSecret === undefined
        ? isSame
          ? before.sealed
          : null
        : services.store.vault.sealAppSecret(id, body.clientSecret);
    if (sealed === null && access.secret === 'required') throw secretMissing(platform, access);
    const row: PlatformAppRow = {
      id,
      workspace_id: caller.workspace.id,
      platform,
      client_id: body.clientId,
      sealed,
      sealed_api_key: apiKeySecretFor(call, isSame ? before : undefined),
      review: body.review ?? (isSame ? before.review : null),
      config_id: body.configId === undefined ? (isSame ? before.config_id : null) : body.configId,
      updated_at: now,
    };
    await trx
      .insertInto('platform_apps')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    await noteReview(trx, row, row.review);
    if (body.clientSecret !== undefined) await replaceSecret(services.store, trx, row, body.clientSecret);
    await record(trx, call, 'apps.set', `set the app for ${PLATFORM_NAMES[platform]}`);
    return viewApp(call, { platform, access, key }, row);
  });
}

/** The sealed secret that signs notices: the one that was sent, else that of the same app. */
function apiKeySecretFor(
  { body: { apiKeySecret }, caller, params, services }: Call<'apps.set'>,
  before: PlatformAppRow | undefined,
): PlatformAppRow['sealed_api_key'] {
  if (apiKeySecret === undefined) return before?.sealed_api_key ?? null;
  if (apiKeySecret === null) return null;
  return services.store.vault.sealApiKeySecret(
    idOfPlatformApp(caller.workspace.id, params.platform),
    apiKeySecret,
  );
}

async function removeApp(call: Call<'apps.remove'>): Promise<App> {
  const { params, caller } = call;
  const { platform } = params;
  const access = changeable(call);
  return call.commit(async (trx) => {
    const row = await findAppRow(trx, caller.workspace.id, platform);
    if (!row) throw notSet(platform);
    await trx.deleteFrom('platform_apps').where('id', '=', row.id).execute();
    await noteReview(trx, row, null);
    await record(trx, call, 'apps.remove', `removed the app for ${PLATFORM_NAMES[platform]}`);
    return viewApp(call, { platform, access, key: null }, undefined);
  });
}

/** @throws RequestRefused the network demands no app, or the environment sets it */
function changeable({ params: { platform }, services }: ChangeCall): AppAccess {
  const access = accessFor(platform);
  const name = PLATFORM_NAMES[platform];
  if (services.environmentApps[platform] === undefined) return access;
  throw new RequestRefused(
    'state_conflict',
    `The environment of the backend sets the app for ${name}: change ${appVariable(platform, 'CLIENT_ID')} and ${appVariable(platform, 'CLIENT_SECRET')} there, and restart the backend.`,
  );
}

/** @throws RequestRefused the network demands no app */
function accessFor(platform: Platform): AppAccess {
  const access = appOf(platform);
  if (access !== null) return access;
  throw new RequestRefused(
    'app_not_found',
    `${PLATFORM_NAMES[platform]} accounts are not connected with an app of your own.`,
  );
}

function refuseUnknownReview({ reviews }: AppAccess, review: string): void {
  const allowed = reviews.map(({ id }) => id);
  if (allowed.includes(review)) return;
  throw refusalOfIssue('validation_failed', {
    message: `\`review\` must be one of ${allowed.map((one) => `\`${one}\``).join(', ')}.`,
    pointer: '/review',
    actual: review,
    allowed,
  });
}

function secretMissing(platform: Platform, { secretName }: AppAccess): RequestRefused {
  return refusalOfIssue('validation_failed', {
    message: `${PLATFORM_NAMES[platform]} demands the secret of the app: send \`clientSecret\`, which is called ${secretName} there.`,
    pointer: '/clientSecret',
  });
}

function withoutConfigurations(platform: Platform): RequestRefused {
  return refusalOfIssue('validation_failed', {
    message: `Apps at ${PLATFORM_NAMES[platform]} have no configuration: leave out \`configId\`.`,
    pointer: '/configId',
  });
}

function withoutApiKeySecret(platform: Platform): RequestRefused {
  return refusalOfIssue('validation_failed', {
    message: `${PLATFORM_NAMES[platform]} signs nothing with the secret of an API key: leave out \`apiKeySecret\`.`,
    pointer: '/apiKeySecret',
  });
}

function notSet(platform: Platform): RequestRefused {
  return new RequestRefused('app_not_found', `No app is set for ${PLATFORM_NAMES[platform]}.`);
}

async function record(
  trx: Write,
  { caller, requestId, now }: ChangeCall,
  operation: 'apps.set' | 'apps.remove',
  summary: string,
): Promise<void> {
  await recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation,
    objectId: null,
    summary,
    requestId,
    now,
  });
}

/** What makes verify tokens; null: networks cannot reach this backend, so that there are none. */
async function keyFor({ isPublic, store }: Services): Promise<string | null> {
  return isPublic ? noticeKey(store) : null;
}

interface ViewedNetwork {
  readonly platform: Platform;
  readonly access: AppAccess;
  readonly key: string | null;
}

function viewApp(
  { services, caller }: AnyCall,
  { platform, access, key }: ViewedNetwork,
  row: PlatformAppRow | undefined,
): App {
  const named = services.environmentApps[platform];
  const { reviews, consoleUrl } = access;
  const review = reviewOf(access, named ? named.review : (row?.review ?? null));
  const clientId = named?.clientId ?? row?.client_id ?? null;
  return {
    platform,
    clientId,
    hasSecret: named ? named.clientSecret !== null : row !== undefined && row.sealed !== null,
    hasApiKeySecret: named ? Boolean(named.apiKeySecret) : Boolean(row?.sealed_api_key),
    configId: named ? (named.configId ?? null) : (row?.config_id ?? null),
    source: named ? 'environment' : row ? 'database' : null,
    review,
    reviews: reviews.map(({ id, name }) => ({ id, name })),
    redirects: [...redirectsToRegister(access, redirectRuleOf(access, review), services.publicUrl)],
    notices:
      clientId === null
        ? null
        : noticesOf(services, { platform, access, key }, clientId, named ? null : caller.workspace.id),
    consoleUrl,
    updatedAt: named || !row ? null : new Date(row.updated_at).toISOString(),
  };
}

/** What to enter at the network; null: it cannot reach this backend, or announces nothing. */
function noticesOf(
  { publicUrl }: Services,
  { platform, access: { notices }, key }: ViewedNetwork,
  clientId: string,
  workspaceId: string | null,
): App['notices'] {
  if (!notices || key === null) return null;
  // Another workspace may have set the same app with another secret, which must not answer for this one.
  const answering = notices.signingSecret ? workspaceId : null;
  const { url, removedUrl, deletionUrl } = noticeAddresses(publicUrl, platform, clientId, answering);
  return {
    url,
    verifyToken: isEntered(notices, 'verifyToken') ? verifyTokenOf(key, platform, clientId) : null,
    removedUrl: isEntered(notices, 'removedUrl') ? removedUrl : null,
    deletionUrl: isEntered(notices, 'deletionUrl') ? deletionUrl : null,
  };
}

export const appHandlers = {
  'apps.list': listApps,
  'apps.get': getApp,
  'apps.set': setApp,
  'apps.remove': removeApp,
} satisfies Partial<Handlers>;
