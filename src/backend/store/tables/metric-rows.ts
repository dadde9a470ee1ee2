import type { Generated } from 'kysely';
import type { MetricWindow, MissingReason } from '../../../contract/insights/values.js';

/** Tables of what networks count. Instants are epoch milliseconds of workspace time unless noted otherwise. */
export interface MetricTables {
  metric_accounts: MetricAccountRow;
  metric_targets: Omit<MetricTargetRow, 'seq' | 'event_hours' | ReadingColumn> & {
    seq: Generated<number>;
    event_hours: Generated<number>;
  } & Record<ReadingColumn, Generated<string | null>>;
  follower_counts: FollowerCountRow;
  metric_progress: MetricProgressRow;
}

/** An account whose numbers are read. Its id is the account's. */
export interface MetricAccountRow {
  id: string;
  workspace_id: string;
  /** When something is to be read next; null: nothing. */
  due_at: number | null;
  /** System time at which a worker must look at it: it is due, or its lease expires. */
  wake_at: number | null;
  attempt: number;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  updated_at: number;
  /** Attempts in a row that could not read everything. */
  failures: number;
  /** What kept the last attempt from reading everything. */
  held: MissingReason | null;
  /** The day, since 1970 in UTC, of `requests`. */
  requests_day: number;
  /** Requests that were made on that day. */
  requests: number;
  /** The last day whose followers were read. */
  followers_day: number;
  /** Until when followers are read. */
  active_until: number;
}

/** The columns with the readings of a target, one for each age. */
export type ReadingColumn = `reading_${MetricWindow}`;

/** A published target whose numbers are read, with its readings (`reading-text.ts`); null: none at that age. */
export interface MetricTargetRow extends Record<ReadingColumn, string | null> {
  seq: number;
  target_id: string;
  workspace_id: string;
  account_id: string;
  published_at: number;
  /** The age of the next reading, in hours; null: there is none. */
  next_hours: number | null;
  next_at: number | null;
  /** The last age, in hours, for which an event was recorded with its numbers; 0: none. */
  event_hours: number;
}

interface FollowerCountRow {
  account_id: string;
  /** Since 1970, in UTC. */
  day: number;
  workspace_id: string;
  followers: number;
  read_at: number;
}

/** The last event up to which published targets were found. One row, with the id 1. */
interface MetricProgressRow {
  id: number;
  last_event_seq: number;
}
