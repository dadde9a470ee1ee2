import type { Platform } from '../../contract/platforms.js';
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Random } from '../base/random.js';
import type { ClientEntry } from '../dashboard/keys/created-page.js';
import type { OidcSettings } from '../domain/access/oidc/provider.js';
import type { NewWorkspace } from '../domain/access/workspaces.js';
import type { FetchMedia } from '../domain/media/fetch-media.js';
import type { MediaLimits } from '../domain/media/limits.js';
import type { RetentionDays } from '../domain/retention/retention-periods.js';
import type { FetchPolicy } from '../fetching/fetch-policy.js';
import type { S3Settings } from '../files/s3-settings.js';
import type { MailSettings } from '../mail/mailer.js';
import type { NetworkPagesAudience } from '../network-pages/routes.js';
import type { EnvironmentApps } from '../networks/connecting/platform-app.js';
import type { RealNetworksOptions } from '../networks/real-networks.js';
import type { GivenKey } from '../store/sealing/find-key.js';
import type { Timings } from '../work/timing.js';
import type { TraceSettings } from './monitoring/tracing/trace-settings.js';
import type { Role } from './role.js';

/** Options of a backend. */
export interface BackendOptions {
  /** Folder for the data; `:memory:` keeps nothing after the backend closes. */
  readonly dataFolder: string;
  /** A PostgreSQL URL, to use instead of the embedded database in the data folder. */
  readonly databaseUrl?: string | undefined;
  /**
   * The key that seals access tokens and other secrets. Default: `secret.key` in the data folder, made at the first start.
   */
  readonly secretKey?: GivenKey | undefined;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /**
   * Where monitoring reads the figures of this process, at `GET /metrics`: without a key, so on an address of its own.
   * Absent: nowhere.
   */
  readonly metrics?: { readonly host?: string; readonly port: number } | undefined;
  /** How mail is sent, for alerts. Default: not at all. */
  readonly mail?: MailSettings | null | undefined;
  /** Where people can sign in as well as with a password. Default: nowhere. */
  readonly oidc?: OidcSettings | null | undefined;
  /** Where to send traces. Absent: nothing is traced. */
  readonly tracing?: TraceSettings | undefined;
  /** The URL at which people reach the backend: the prefix of every URL it returns. */
  readonly publicUrl?: string;
  /** Listen on an address that other machines can reach. */
  readonly allowRemote?: boolean;
  /** Password for the dashboard, stored as a hash. Absent: keep the current one. */
  readonly adminPassword?: string;
  /** Additional host names of the backend. */
  readonly allowedHosts?: readonly string[];
  /** Reverse proxies whose `X-Forwarded-For` names the client: IP addresses and ranges. Default: none. */
  readonly trustedProxies?: readonly string[];
  /**
   * Who may open the pages of the simulated networks. Default: everyone, if the backend listens on this machine only
   * and has no other public URL; else those who are signed in to the dashboard.
   */
  readonly networkPages?: NetworkPagesAudience | undefined;
  /**
   * Refuse to start beside another backend on the same embedded database. Default: true. Tests of what several
   * processes do on one database turn it off.
   */
  readonly exclusive?: boolean;
  /** Back up an embedded database before it is migrated to this version. Default: true. */
  readonly updateBackup?: boolean;
  /** What this process does. Default: `all`. Other processes on the same database do the rest. */
  readonly role?: Role | undefined;
  /** At the first start on a database: connect one demo account per network to the first workspace, if it is a sandbox. */
  readonly demo?: boolean;
  /** Simulated people comment and send messages some time after each post. Default: like `demo`. */
  readonly demoVisitors?: boolean;
  readonly requestsPerMinute?: number;
  /** The settings that let an assistant use a key, as the dashboard shows them. */
  readonly entriesFor?: (apiKey: string, url: string) => readonly ClientEntry[];
  /** Check answers against the contract: in tests and during development. */
  readonly validateResponses?: boolean;
  /** Apps at networks that are configured here; they take precedence over stored ones. Default: none. */
  readonly apps?: EnvironmentApps;
  /** Which addresses may be fetched, and through which proxy. Default: public addresses, no proxy. */
  readonly fetching?: FetchPolicy;
  /** Read the pages of links, for their cards. Default: true. */
  readonly readsLinkedPages?: boolean;
  /** Lets tests connect accounts of servers on this machine. */
  readonly networkTesting?: Pick<RealNetworksOptions, 'allowLoopback' | 'reroute' | 'webUrls'> &
    Partial<Pick<Timings, 'settleDelay' | 'lateLooks'>> & {
      /** Milliseconds between two looks at what is new for an account. Default: those of its network. */
      readonly looksEvery?: number;
      /** The networks fetch no files from this backend, as if it had no public address. */
      readonly unreachable?: boolean;
    };
  /** The real networks that are simulated on this machine: every page says so. Default: none. */
  readonly rehearsal?: readonly Platform[];
  readonly clock?: Clock;
  /**
   * Publish to real networks: the first workspace is no sandbox, and data that belongs to a sandbox is refused.
   * Default: whatever the data is; new data is a sandbox.
   */
  readonly live?: boolean;
  /** Overrides for the first workspace, if it does not exist yet. */
  readonly firstWorkspace?: Partial<NewWorkspace>;
  /** Do not keep the process alive. */
  readonly background?: boolean;
  readonly ids?: IdSource;
  /** Replaces `Math.random`. Never used for secrets. */
  readonly random?: Random;
  readonly log?: Log;
  /** Bucket for the bytes of media, instead of the data folder. */
  readonly mediaStore?: S3Settings | null;
  /** The files of this database have been moved to this process's media storage. */
  readonly mediaMoved?: boolean | undefined;
  /** Days before unused media is deleted. Default: 30; null: never. */
  readonly keepUnusedMediaDays?: number | null;
  /** The bytes that the media of each workspace can have. Default: 50 GB; null: no limit. */
  readonly maxMediaStorageBytes?: number | null | undefined;
  /** Days for which logs are kept. Default: `DEFAULT_RETENTION_DAYS`. */
  readonly retentionDays?: Partial<RetentionDays>;
  /** Smaller limits, for tests. */
  readonly mediaLimits?: Partial<MediaLimits>;
  /** Fetches media from the web. Default: the guarded fetch. */
  readonly fetchMedia?: FetchMedia;
}
