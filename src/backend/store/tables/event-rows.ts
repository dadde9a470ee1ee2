import type { Generated } from 'kysely';
import type { ActivityKind } from '../../../contract/service/activity.js';

/** An event. Rows are committed in the order of their numbers and never change. */
export interface EventRow {
  seq: Generated<number>;
  id: string;
  workspace_id: string;
  type: string;
  object_id: string;
  data_json: string;
  /** Workspace time. */
  created_at: number;
}

/** The last event that was deleted from a workspace's log. */
export interface ForgottenEventsRow {
  workspace_id: string;
  last_seq: number;
}

/** A call made with an API key. */
export interface ActivityRow {
  seq: Generated<number>;
  workspace_id: string;
  api_key_id: string;
  operation: string;
  object_id: string | null;
  summary: string;
  request_id: string;
  kind: Generated<ActivityKind>;
  /** The MCP tool that made the call, as its server reports. */
  tool: Generated<string | null>;
  /** HTTP status; null: the operation's success status. */
  status: Generated<number | null>;
  code: Generated<string | null>;
  /** The first line of the post as the call left it; empty: it had no text. Null where the call changed no post. */
  excerpt: Generated<string | null>;
  /** Workspace time. */
  created_at: number;
}
