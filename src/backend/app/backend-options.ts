import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Random } from '../base/random.js';
import type { ClientEntry } from '../dashboard/keys/made-page.js';
import type { NewWorkspace } from '../domain/access/workspaces.js';
import type { FetchMedia } from '../domain/media/fetch-media.js';
import type { MediaLimits } from '../domain/media/limits.js';
import type { RetentionDays } from '../domain/retention/retention-periods.js';
import type { FetchPolicy } from '../fetching/fetch-policy.js';
import type { S3Settings } from '../files/s3-settings.js';
import type { Role } from './role.js';

/** What a backend is told when it is started. */
export interface BackendOptions {
  /** Where the data is kept; `:memory:` for a backend that forgets everything when it ends. */
  readonly dataFolder: string;
  /** `postgres://…`: the database, instead of the embedded one in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** The address to listen on, this machine alone unless told. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** Where people reach the backend; what answers' URLs begin with. */
  readonly publicUrl?: string;
  /** Listen on an address that other machines can reach. */
  readonly allowRemote?: boolean;
  /** Opens the dashboard from other machines; kept as a hash. Absent: the one that was set before holds. */
  readonly adminPassword?: string;
  /** Further host names under which the backend is reached. */
  readonly allowedHosts?: readonly string[];
  /** What this process does: `all` unless told. Others on the same database do the rest. */
  readonly role?: Role | undefined;
  /** Connect one demo account per network in the first workspace, where it is a sandbox. */
  readonly demo?: boolean;
  /** Made-up people comment and write there, some time after each post; as `demo` says, unless told. */
  readonly demoVisitors?: boolean;
  readonly requestsPerMinute?: number;
  /** What goes into the settings of assistants for them to use a key, as the dashboard shows it. */
  readonly entriesFor?: (apiKey: string, url: string) => readonly ClientEntry[];
  /** Hold answers against the contract too: in tests and while developing. */
  readonly validateResponses?: boolean;
  /** What strangers' addresses may lead to, and through which proxy: public ones, and none unless told. */
  readonly fetching?: FetchPolicy;
  readonly clock?: Clock;
  /** How the first workspace is made, where there is none yet and it is to differ. */
  readonly firstWorkspace?: Partial<NewWorkspace>;
  /** Let the process end without this backend having been closed. */
  readonly background?: boolean;
  readonly ids?: IdSource;
  /** In place of `Math.random`, for whatever is left to chance. Secrets never depend on it. */
  readonly random?: Random;
  readonly log?: Log;
  /** Where the bytes of media are kept, instead of the data folder. */
  readonly mediaStore?: S3Settings | null;
  /** The files of this database were moved to where this process keeps media. */
  readonly mediaMoved?: boolean | undefined;
  /** How long media are kept that no post names, in days; 30 unless told, null for ever. */
  readonly keepUnusedMediaDays?: number | null;
  /** How long logs are kept, in days; `DEFAULT_RETENTION_DAYS` unless told. */
  readonly kept?: Partial<RetentionDays>;
  /** What tests make smaller. */
  readonly mediaLimits?: Partial<MediaLimits>;
  /** Fetches media from the web; within the guards unless told. */
  readonly fetchMedia?: FetchMedia;
}
