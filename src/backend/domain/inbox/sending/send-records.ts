import { sql } from 'kysely';
import type { IdSource } from '../../../base/ids.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import type { Queries, Store, Write } from '../../../store/store.js';
import type { SendRow } from '../../../store/tables/inbox-rows.js';
import { wakeAt, workspaceNow } from '../../../store/workspace-clock.js';
import type { ClaimOptions } from '../../../work/due-table.js';
import { claimedBy, isDue, workspaceTimeOf } from '../../../work/due-table.js';
import type { SendContent } from './send-content.js';
import { SENDS } from './send-table.js';

/** A reply or message that belongs to this process until its lease runs out. */
export interface SendClaim {
  readonly send: SendRow;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
  readonly attemptId: string;
  readonly content: SendContent;
}

/** The time of a write, by both clocks. */
export interface Moment {
  readonly workspace: WorkspaceRow;
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/** Queues a reply or message; it is due at once. */
export async function insertSend(
  trx: Write,
  of: { readonly id: string; readonly accountId: string; readonly content: SendContent },
  { workspace, now, systemNow }: Moment,
): Promise<void> {
  await trx
    .insertInto('sends')
    .values({
      id: of.id,
      workspace_id: workspace.id,
      account_id: of.accountId,
      kind: of.content.kind,
      content_json: JSON.stringify(of.content),
      status: 'sending',
      due_at: now,
      latest_at: latestFor(of.content, workspace, now),
      wake_at: wakeAt(workspace, now, systemNow),
      attempt: 0,
      attempt_base: 0,
      lease_until: null,
      in_doubt: 0,
      first_attempt_at: null,
      updated_at: now,
    })
    .execute();
}

/** Nothing is sent later than the network allows, or than its author expects. */
function latestFor(content: SendContent, workspace: WorkspaceRow, now: number): number {
  const expected = now + workspace.grace_ms;
  const closesAt = content.kind === 'message' ? content.closesAt : null;
  return closesAt === null ? expected : Math.min(expected, closesAt);
}

/** Makes a send due again. */
export async function makeSendDue(
  trx: Write,
  send: SendRow,
  changes: Partial<Pick<SendRow, 'in_doubt' | 'first_attempt_at'>>,
  moment: Moment,
): Promise<void> {
  const { workspace, now, systemNow } = moment;
  await trx
    .updateTable('sends')
    .set({
      ...changes,
      status: 'sending',
      due_at: now,
      latest_at: latestFor(JSON.parse(send.content_json), workspace, now),
      wake_at: wakeAt(workspace, now, systemNow),
      attempt_base: send.attempt,
      updated_at: now,
    })
    .where('id', '=', send.id)
    .execute();
}

/** Claims sends that are due, and rescues those of a process that died; the same commit writes an attempt for each. */
export function claimSends(
  store: Store,
  ids: IdSource,
  options: ClaimOptions,
): Promise<readonly SendClaim[]> {
  const { now, limit } = options;
  return store.write(async (trx) => {
    const sends = await trx
      .updateTable('sends')
      .set({
        attempt: sql`attempt + 1`,
        ...claimedBy(options),
        first_attempt_at: sql`coalesce(first_attempt_at, ${workspaceTimeOf('sends', now)})`,
        updated_at: workspaceTimeOf('sends', now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('sends')
          .select('id')
          .where('status', '=', 'sending')
          .where(isDue(SENDS, options))
          .orderBy('wake_at')
          .orderBy('id')
          .limit(limit),
      )
      .returningAll()
      .execute();
    if (sends.length === 0) return [];
    await closeAbandonedAttempts(trx, sends, now);
    return insertAttempts(trx, ids, sends, now);
  });
}

/** Ends the attempts that a dead process left as `sending`. */
async function closeAbandonedAttempts(trx: Write, sends: readonly SendRow[], now: number): Promise<void> {
  await trx
    .updateTable('send_attempts')
    .set({
      outcome: sql`case when sent_at is null then 'abandoned' else 'unknown' end`,
      ended_at: sql<number>`(select coalesce(w.clock_frozen_at, ${now} + w.clock_offset_ms)
        from workspaces w where w.id = send_attempts.workspace_id)`,
    })
    .where(
      'send_id',
      'in',
      sends.map(({ id }) => id),
    )
    .where('outcome', '=', 'sending')
    .execute();
}

async function insertAttempts(
  trx: Write,
  ids: IdSource,
  sends: readonly SendRow[],
  systemNow: number,
): Promise<SendClaim[]> {
  const accounts = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', [...new Set(sends.map((send) => send.account_id))])
    .execute();
  const workspaces = await trx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', 'in', [...new Set(sends.map((send) => send.workspace_id))])
    .execute();
  const claims = sends.flatMap((send): SendClaim[] => {
    const account = accounts.find(({ id }) => id === send.account_id);
    const workspace = workspaces.find(({ id }) => id === send.workspace_id);
    if (!account || !workspace) return [];
    const attemptId = ids.next('attempt', workspaceNow(workspace, systemNow));
    return [{ send, account, workspace, attemptId, content: JSON.parse(send.content_json) }];
  });
  for (const { send, workspace, attemptId } of claims) {
    await trx
      .insertInto('send_attempts')
      .values({
        id: attemptId,
        workspace_id: send.workspace_id,
        send_id: send.id,
        number: send.attempt,
        outcome: 'sending',
        sent_at: null,
        started_at: workspaceNow(workspace, systemNow),
        ended_at: null,
        error_json: null,
      })
      .execute();
  }
  return claims;
}

/** Workspace time at which the last call of an earlier attempt ended: the one whose answer was lost. */
export async function lostAtOf(db: Queries, { send, attemptId }: SendClaim): Promise<number> {
  const last = await db
    .selectFrom('send_attempts')
    .select(({ fn }) => fn.max('ended_at').as('ended_at'))
    .where('send_id', '=', send.id)
    .where('id', '!=', attemptId)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return Number(last?.ended_at ?? send.first_attempt_at ?? send.updated_at);
}
