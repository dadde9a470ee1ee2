import { type Expression, type Selectable, sql } from 'kysely';
import type {
  AccountRow,
  PostRow,
  Tables,
  TargetPartRow,
  TargetRow,
  WorkspaceRow,
} from '../../../src/backend/store/schema.js';
import type { Write } from '../../../src/backend/store/store.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { inClear } from './in-clear.js';

/** The grace period of these workspaces, in milliseconds. */
export const GRACE_MS = 60 * 60_000;

/** A sandbox on the system clock. */
export function workspaceRow(id: string, now: number): WorkspaceRow {
  return {
    id,
    name: 'Test workspace',
    sandbox: 1,
    timezone: 'UTC',
    grace_ms: GRACE_MS,
    clock_offset_ms: 0,
    clock_frozen_at: null,
    created_at: now,
    requires_second_factor: 0,
    requires_other_approver: 0,
  };
}

/** A healthy account of a simulated network. */
export function accountRow(id: string, workspaceId: string, platform: Platform, now: number): AccountRow {
  return {
    id,
    workspace_id: workspaceId,
    platform,
    network_user_id: id,
    handle: 'test',
    display_name: 'Test workspace',
    simulated: 1,
    origin: null,
    avatar_url: null,
    profile_url: null,
    app_review: null,
    premium: 0,
    limits_json: null,
    inbox_withheld: null,
    notices_problem: null,
    notices_since: null,
    noticed_at: null,
    reads_metrics: null,
    reads_comments: null,
    link_tags_json: null,
    boards_json: null,
    board_id: null,
    credentials_json: inClear('{}'),
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: null,
    connected_at: now,
  };
}

/** The variable fields of a post with one target. Instants are epoch milliseconds. */
export interface DueRow {
  readonly postId: string;
  readonly targetId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly text: string;
  readonly due: number;
  readonly now: number;
  /** The parts after the main post. */
  readonly parts?: readonly TargetPartRow['kind'][];
}

export function postRow({ postId, workspaceId, text, due, now }: DueRow): PostRow {
  return {
    id: postId,
    workspace_id: workspaceId,
    status: due > now ? 'scheduled' : 'queued',
    text,
    kind: 'text',
    media_urls_json: '[]',
    alt_texts_json: '[]',
    overrides_json: '[]',
    schedule_mode: 'schedule',
    scheduled_at: due,
    timezone: 'UTC',
    issues_json: '[]',
    proposed_json: null,
    review_note: null,
    idempotency_key: null,
    traceparent: null,
    source_id: null,
    link: null,
    version: 1,
    created_by_key: 'key_test',
    created_at: now,
    updated_at: now,
    effective_at: due,
    incomplete: 0,
    remark_count: 0,
  };
}

/** The row of a new target. */
export function targetRow(row: DueRow): TargetRow {
  return {
    id: row.targetId,
    workspace_id: row.workspaceId,
    post_id: row.postId,
    position: 0,
    account_id: row.accountId,
    platform: row.platform,
    status: 'pending',
    phase: null,
    content_json: JSON.stringify({ text: row.text, mediaUrls: [], altTexts: [] }),
    fingerprint: row.targetId,
    scheduled_at: row.due,
    due_at: row.due,
    latest_at: row.due + GRACE_MS,
    wake_at: row.due,
    attempt: 0,
    attempt_base: 0,
    lease_until: null,
    in_doubt: 0,
    prepared_json: '{}',
    first_attempt_at: null,
    url: null,
    network_post_id: null,
    error_json: null,
    warnings_json: null,
    published_at: null,
    updated_at: row.now,
    listed_at: row.due,
  };
}

function partRows({ targetId, workspaceId, parts = [] }: DueRow): TargetPartRow[] {
  return parts.map((kind, index) => ({
    target_id: targetId,
    position: index + 1,
    kind,
    workspace_id: workspaceId,
    text: `Part ${index + 1}`,
    status: 'pending',
    in_doubt: 0,
    first_attempt_at: null,
    network_part_id: null,
    url: null,
    error_json: null,
  }));
}

/** Writes a post with one target and its parts, as create does. */
export async function insertDue(trx: Write, row: DueRow): Promise<void> {
  await trx.insertInto('posts').values(postRow(row)).execute();
  await trx.insertInto('targets').values(targetRow(row)).execute();
  const parts = partRows(row);
  if (parts.length > 0) await trx.insertInto('target_parts').values(parts).execute();
}

/**
 * Writes many copies of a row with one SQL statement: a million in seconds.
 *
 * @param differs the columns that differ between copies, as SQL expressions of `n`, which counts from 1
 */
export async function insertCopies<Table extends keyof Tables & string>(
  trx: Write,
  table: Table,
  row: Partial<Selectable<Tables[Table]>>,
  differs: Partial<Record<keyof Tables[Table], Expression<unknown>>>,
  amount: number,
): Promise<void> {
  const columns = Object.entries({ ...row, ...differs });
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const values = sql.join(columns.map(([, value]) => value));
  await sql`insert into ${sql.table(table)} (${names})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${amount})
    select ${values} from numbers`.execute(trx);
}
