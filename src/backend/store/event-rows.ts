import type { Generated } from 'kysely';
import type { ActivityKind } from '../../contract/service/activity.js';

/** What happened. Rows are committed in the order of their numbers, and never changed. */
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

/** Up to where the events of a workspace were forgotten. */
export interface ForgottenEventsRow {
  workspace_id: string;
  last_seq: number;
}

/** A call that was made with a key. */
export interface ActivityRow {
  seq: Generated<number>;
  workspace_id: string;
  api_key_id: string;
  operation: string;
  object_id: string | null;
  summary: string;
  request_id: string;
  kind: Generated<ActivityKind>;
  /** The MCP tool that made it, as its server says. */
  tool: Generated<string | null>;
  /** HTTP status of the answer; null: the one that the operation has when all is well. */
  status: Generated<number | null>;
  code: Generated<string | null>;
  /** Workspace time. */
  created_at: number;
}
