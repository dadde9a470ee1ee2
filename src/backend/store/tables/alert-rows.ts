import type { Sealed } from '../sealing/sealed.js';

export interface AlertTables {
  alert_channels: AlertChannelRow;
}

/** Where alerts of a workspace are sent, and the job that sends them. Instants are workspace time unless noted. */
export interface AlertChannelRow {
  id: string;
  workspace_id: string;
  /** `email`, `slack` or `discord`. */
  kind: string;
  /** The address without what is secret of it. */
  shown_address: string;
  /** The address. Only a `Vault` writes and reads it. */
  sealed: Sealed;
  /** The topics that it is about, a JSON list. */
  topics_json: string;
  /** Whether alerts quote the first words of posts. */
  with_text: 0 | 1;
  /** The last event that was considered for it. */
  seen_seq: number;
  /** The troubles that it was told of, or will be by the next alert, and that are not over: a JSON list. */
  told_json: string;
  /** The facts of the next alert, as JSON; null: there is nothing to tell. */
  gathered_json: string | null;
  /** The facts of the alert that is being sent; null: none is. */
  sending_json: string | null;
  /** How many alerts were begun: with the id it identifies one, in every attempt. */
  sent_number: number;
  /** Attempts started; with the id, the fencing token for recording a result. */
  attempt: number;
  /** Attempts before the current alert. */
  attempt_base: number;
  due_at: number | null;
  /** System time at which a worker must look at it. */
  wake_at: number | null;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  last_attempt_at: number | null;
  last_sent_at: number | null;
  /** Why the last attempt failed; null: it did not. */
  error: string | null;
  failing_since: number | null;
  created_at: number;
}
