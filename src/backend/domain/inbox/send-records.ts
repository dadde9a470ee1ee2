import { sql } from 'kysely';
import type { IdSource } from '../../base/ids.js';
import type { SendRow } from '../../store/inbox-rows.js';
import type { AccountRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import { mayBeClaimed, workspaceTimeOf } from '../../work/due.js';
import type { ClaimOptions, DueOptions } from '../publishing/claim.js';
import type { SendContent } from './send-content.js';

/** A reply or message that belongs to this process until its lease runs out. */
export interface SendClaim {
  readonly send: SendRow;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
  readonly attemptId: string;
  readonly content: SendContent;
}

/** When something is written down, by both clocks. */
export interface Moment {
  readonly workspace: WorkspaceRow;
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/** Puts a reply or message on its way: it is due at once. */
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

/** Nothing is sent later than the network allows, nor later than anybody expects it. */
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

const platformOfSend = sql<string>`(select platform from accounts where accounts.id = sends.account_id)`;

export async function countDueSends(
  store: Store,
  { now, rescue, except, closed }: DueOptions,
  most: number,
): Promise<number> {
  const rows = await store.db
    .selectFrom('sends')
    .select('id')
    .where('wake_at', '<=', now)
    .where(mayBeClaimed(now, rescue, 'sends'))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .$if(closed.length > 0, (query) => query.where(platformOfSend, 'not in', closed))
    .limit(most)
    .execute();
  return rows.length;
}

/** As targets are claimed: one statement takes what is due, the same commit writes an attempt for each. */
export function claimSends(
  store: Store,
  ids: IdSource,
  { now, lease, rescue, except, closed, limit }: ClaimOptions,
): Promise<readonly SendClaim[]> {
  return store.write(async (trx) => {
    const sends = await trx
      .updateTable('sends')
      .set({
        attempt: sql`attempt + 1`,
        lease_until: now + lease,
        wake_at: now + lease,
        first_attempt_at: sql`coalesce(first_attempt_at, ${workspaceTimeOf('sends', now)})`,
        updated_at: workspaceTimeOf('sends', now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('sends')
          .select('id')
          .where('wake_at', '<=', now)
          .where('status', '=', 'sending')
          .where(mayBeClaimed(now, rescue, 'sends'))
          .$if(except.length > 0, (inner) => inner.where('id', 'not in', except))
          .$if(closed.length > 0, (inner) => inner.where(platformOfSend, 'not in', closed))
          .orderBy('wake_at')
          .orderBy('id')
          .limit(limit),
      )
      .returningAll()
      .execute();
    if (sends.length === 0) return [];
    await endEarlierAttempts(trx, sends, now);
    return beginAttempts(trx, ids, sends, now);
  });
}

/** Ends the attempts that a dead process left `sending`. */
async function endEarlierAttempts(trx: Write, sends: readonly SendRow[], now: number): Promise<void> {
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

async function beginAttempts(
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

export async function nextSendWake({ db }: Store, after: number): Promise<number | null> {
  const row = await db
    .selectFrom('sends')
    .select('wake_at')
    .where('wake_at', '>', after)
    .orderBy('wake_at')
    .limit(1)
    .executeTakeFirst();
  return row?.wake_at ?? null;
}
