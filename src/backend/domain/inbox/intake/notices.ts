import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { NetworkComment } from '../../../networks/inbox-adapter.js';
import type { AnnouncedSubject } from '../../../networks/notices.js';
import type { AccountRow, Tables, WorkspaceRow } from '../../../store/schema.js';
import type { Store, Write } from '../../../store/store.js';
import type { InboxNoticeRow } from '../../../store/tables/inbox-rows.js';
import { wakeAt } from '../../../store/workspace-clock.js';
import type { ClaimOptions } from '../../../work/due-table.js';
import { claimedBy, isDue, workspaceTimeOf } from '../../../work/due-table.js';
import { Lease, type LeaseDependencies } from '../../../work/lease.js';
import { NOTICES } from './notice-table.js';

/** Comments on a post. */
export interface CommentsSubject {
  readonly kind: 'comments';
  readonly networkPostId: string;
  /** Other ids under which the network knows that post. */
  readonly alsoPosts?: readonly string[];
  /** Absent: the newest ones, back to those that are known. */
  readonly commentIds?: readonly string[];
  /** Those that were read already. */
  readonly read?: readonly NetworkComment[];
  /** When they were found, workspace time. Absent: now. */
  readonly seenAt?: number;
}

/** A comment on a post that is still to be found. */
export type MentionSubject = Extract<AnnouncedSubject, { kind: 'mention' }> & {
  /** When it was found, workspace time. Absent: now. */
  readonly seenAt?: number;
};

/** What a network has announced. Its content is read from the network itself. */
export type NoticeSubject =
  | Exclude<AnnouncedSubject, { kind: 'mention' }>
  | MentionSubject
  | CommentsSubject
  | { readonly kind: 'conversation'; readonly networkConversationId: string }
  /** Comments on the post may have been deleted. */
  | { readonly kind: 'deletions'; readonly networkPostId: string };

/** How the ids of notices begin that a network has sent. */
export const ANNOUNCED_ID = 'announced_';

/** What was used of a day's budget. */
export interface Spent {
  /** When the day ends, epoch milliseconds. */
  readonly until: number;
  readonly units: number;
}

/** What is asked again and again of a network that does not announce what is new. */
export interface NewsSubject {
  readonly kind: 'news';
  /** Where the next look begins; null: there was none. */
  readonly cursor: string | null;
  /** Looks in a row that found nothing. */
  readonly quiet: number;
  /** What the network does not let Postrider read, in sentences. */
  readonly withheld: readonly string[];
  /** The post whose comments were last looked through for deleted ones; null or absent: the newest is next. */
  readonly checked?: string | null;
  /** When a look last found what the network had not announced, workspace time; absent: never. */
  readonly missedAt?: number;
  /** Absent: nothing yet. */
  readonly spent?: Spent;
  /** When the first of the looks in a row that failed did so, workspace time; absent: the last one succeeded. */
  readonly failingSince?: number;
}

/** A notice that belongs to this process until its lease runs out. */
export interface NoticeClaim {
  readonly notice: InboxNoticeRow;
  readonly subject: NoticeSubject | NewsSubject;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
}

/** Keeps a notice until what it announces has been stored, so that a crash in between loses nothing. @param now system time */
export async function insertNotice(
  trx: Write,
  account: AccountRow,
  subject: NoticeSubject | NewsSubject,
  now: number,
  id = `notice_${randomUUID()}`,
): Promise<void> {
  const present = sql<number>`(select coalesce(clock_frozen_at, cast(${now} as bigint) + clock_offset_ms)
    from workspaces where id = ${account.workspace_id})`;
  await trx
    .insertInto('inbox_notices')
    .values({
      id,
      workspace_id: account.workspace_id,
      account_id: account.id,
      subject_json: JSON.stringify(subject),
      due_at: present,
      wake_at: now,
      attempt: 0,
      lease_until: null,
      updated_at: present,
    })
    // Another process may have begun to ask for the same account.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Claims notices that are due, rescues those of a process that died, and drops those of accounts that are gone. */
export async function claimNotices(store: Store, options: ClaimOptions): Promise<readonly NoticeClaim[]> {
  return store.write(async (trx) => {
    const notices = await trx
      .updateTable('inbox_notices')
      .set({
        ...claimedBy(options),
        attempt: sql`attempt + 1`,
        updated_at: workspaceTimeOf('inbox_notices', options.now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('inbox_notices')
          .select('id')
          .where(isDue(NOTICES, options))
          .orderBy('wake_at')
          .orderBy('seq')
          .limit(options.limit),
      )
      .returningAll()
      .execute();
    if (notices.length === 0) return [];
    const accounts = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', [...new Set(notices.map((notice) => notice.account_id))])
      .execute();
    const workspaces = await trx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', 'in', [...new Set(notices.map((notice) => notice.workspace_id))])
      .execute();
    const claims: NoticeClaim[] = [];
    for (const notice of notices) {
      const account = accounts.find(({ id }) => id === notice.account_id);
      const workspace = workspaces.find(({ id }) => id === notice.workspace_id);
      if (account && workspace) {
        claims.push({ notice, account, workspace, subject: JSON.parse(notice.subject_json) });
      } else {
        await trx.deleteFrom('inbox_notices').where('id', '=', notice.id).execute();
      }
    }
    return claims;
  });
}

/** The lease on a notice. */
export class NoticeLease extends Lease {
  constructor({ notice }: NoticeClaim, dependencies: LeaseDependencies) {
    const { id, attempt, lease_until: leaseUntil } = notice;
    super(NOTICES, { id, attempt, leaseUntil }, dependencies);
  }

  /** @returns false where it was lost */
  renew(): Promise<boolean> {
    return this.writeWhileHeld({});
  }
}

type NoticeColumns = ExpressionBuilder<Tables, 'inbox_notices'>;

/** The row as this process claimed it; another process that rescues it raises `attempt`. */
const asClaimed =
  ({ notice }: NoticeClaim) =>
  (where: NoticeColumns) =>
    where.and([where('id', '=', notice.id), where('attempt', '=', notice.attempt)]);

/**
 * Removes a notice and stores what was read because of it, in one commit.
 *
 * @returns false where another process has claimed it: then nothing was written
 */
export function finishNotice(
  store: Store,
  claim: NoticeClaim,
  keep: (trx: Write) => Promise<void>,
): Promise<boolean> {
  return store.write(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('inbox_notices')
      .where(asClaimed(claim))
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return false;
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', claim.account.id)
      .executeTakeFirst();
    if (account) await keep(trx);
    return true;
  });
}

/**
 * Makes a standing notice due again, and stores what was found, in one commit.
 *
 * @returns false where another process has claimed it: then nothing was written
 */
export function renewNotice(
  store: Store,
  claim: NoticeClaim,
  subject: NewsSubject,
  { until, now, systemNow }: Omit<Postponement, 'wholeAccount'>,
  keep: (trx: Write) => Promise<void>,
): Promise<boolean> {
  return store.write(async (trx) => {
    const clock = await clockOf(trx, claim);
    if (!clock) return false;
    const { numUpdatedRows } = await trx
      .updateTable('inbox_notices')
      .set({
        subject_json: JSON.stringify(subject),
        due_at: until,
        wake_at: wakeAt(clock, until, systemNow),
        updated_at: now,
        attempt: 0,
        lease_until: null,
      })
      .where(asClaimed(claim))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    await keep(trx);
    return true;
  });
}

/** The clock of a notice's workspace; undefined: the workspace is gone. */
function clockOf(trx: Write, { workspace }: NoticeClaim) {
  return trx
    .selectFrom('workspaces')
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .where('id', '=', workspace.id)
    .executeTakeFirst();
}

interface Postponement {
  /** Workspace time of the next attempt. */
  readonly until: number;
  /** The other notices of the account that are due wait as well, because they would fail for the same reason. */
  readonly wholeAccount: boolean;
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/**
 * Makes a notice due again later.
 *
 * @param keep what to store in the same commit
 * @returns false where another process has claimed it: then nothing was written
 */
export function postponeNotice(
  store: Store,
  claim: NoticeClaim,
  { until, wholeAccount, now, systemNow }: Postponement,
  keep: (trx: Write) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return store.write(async (trx) => {
    const clock = await clockOf(trx, claim);
    if (!clock) return false;
    const wait = { due_at: until, wake_at: wakeAt(clock, until, systemNow), updated_at: now };
    const { numUpdatedRows } = await trx
      .updateTable('inbox_notices')
      .set({ ...wait, lease_until: null })
      .where(asClaimed(claim))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    if (wholeAccount) {
      await trx
        .updateTable('inbox_notices')
        .set(wait)
        .where('account_id', '=', claim.account.id)
        .where('lease_until', 'is', null)
        .where('wake_at', '<=', systemNow)
        .execute();
    }
    await keep(trx);
    return true;
  });
}

/** Gives back a notice whose attempt was interrupted: the next process reads it at once. @param now system time */
export async function releaseNotice(store: Store, claim: NoticeClaim, now: number): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('inbox_notices')
      .set({ attempt: claim.notice.attempt - 1, wake_at: now, lease_until: null })
      .where(asClaimed(claim))
      .execute(),
  );
}
