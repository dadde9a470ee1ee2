import type { Platform } from '../../../contract/platforms.js';

/** The rows of `secrets` whose values are secret, by name. Others hold facts. */
export const SECRET_NAMES = ['known browsers', 'media_addresses', 'assistants', 'notices'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** What a sealed value belongs to: it opens for nothing else. */
export const purposeOf = {
  account: (id: string, platform: Platform | string) => `account:${id}:${platform}`,
  webhook: (id: string) => `webhook:${id}`,
  secret: (name: string) => `secret:${name}`,
  /** The secret of a person’s authenticator app. */
  totp: (personId: string) => `totp:${personId}`,
  /** What finishing a connection needs. */
  connection: (id: string) => `connection:${id}`,
  /** Postrider's registration at a server of a network. */
  networkApp: (id: string) => `network_app:${id}`,
  /** The secret of an app that somebody has registered at a network. */
  platformApp: (id: string) => `platform_app:${id}`,
  /** The secret that signs the notices of such an app. */
  appNotices: (id: string) => `platform_app_notices:${id}`,
  /** Where alerts are sent. */
  alertChannel: (id: string) => `alert_channel:${id}`,
  /** A deleted draft, which its page carries until somebody undoes the deletion. */
  deletedDraft: (postId: string) => `deleted_draft:${postId}`,
} as const;

/** A column whose values are sealed. */
export interface SealedColumn {
  readonly table:
    | 'accounts'
    | 'webhooks'
    | 'secrets'
    | 'connections'
    | 'network_apps'
    | 'platform_apps'
    | 'people'
    | 'alert_channels';
  readonly column: string;
  /** The primary key. */
  readonly key: 'id' | 'name';
  /** A further column that the purpose names. */
  readonly with?: string;
  /** The keys of the rows that hold secrets; absent: all. */
  readonly only?: readonly string[];
  readonly purpose: (key: string, further: string) => string;
}

/** Every column whose values are sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'accounts',
    column: 'credentials_json',
    key: 'id',
    with: 'platform',
    purpose: purposeOf.account,
  },
  { table: 'webhooks', column: 'secret', key: 'id', purpose: purposeOf.webhook },
  { table: 'webhooks', column: 'former_secret', key: 'id', purpose: purposeOf.webhook },
  { table: 'connections', column: 'sealed', key: 'id', purpose: purposeOf.connection },
  { table: 'network_apps', column: 'sealed', key: 'id', purpose: purposeOf.networkApp },
  { table: 'platform_apps', column: 'sealed', key: 'id', purpose: purposeOf.platformApp },
  { table: 'platform_apps', column: 'sealed_api_key', key: 'id', purpose: purposeOf.appNotices },
  { table: 'people', column: 'totp_secret', key: 'id', purpose: purposeOf.totp },
  { table: 'alert_channels', column: 'sealed', key: 'id', purpose: purposeOf.alertChannel },
  { table: 'secrets', column: 'value', key: 'name', only: SECRET_NAMES, purpose: purposeOf.secret },
];
