import type { IdSource } from '../../../base/ids.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import type { Connection } from '../../../networks/connection.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';

/** What reading from a network needs. */
export interface SubjectDependencies {
  readonly db: Queries;
  readonly ids: IdSource;
  readonly account: AccountRow;
  readonly adapter: NetworkAdapter;
  /** For one call. */
  connect(): Connection;
  /** Workspace time. */
  now(): number;
}

/** Stores what was read. It is idempotent. */
export type KeepSubject = (trx: Write) => Promise<void>;
