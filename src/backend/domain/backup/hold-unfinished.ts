import { sql } from 'kysely';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { IdSource } from '../../base/ids.js';
import { refreshPostStatus } from '../../store/post-status.js';
import { inList } from '../../store/queries/in-list.js';
import type { TargetRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { diagnosisOf } from '../../work/verdict.js';
import { replyDiagnosis } from '../inbox/sending/reply-diagnosis.js';
import { writeOutcome } from '../inbox/sending/settle-send.js';
import { releaseSlots } from '../slots/reservations.js';

/**
 * How far the numbers of events jump. The original may have gone on counting after the backup; a reader that continues
 * after one of its events must not miss those that follow here.
 */
const EVENT_GAP = 1_000_000_000;

export interface HoldOptions {
  readonly ids: IdSource;
  /** When the backup was made, and now. System time. */
  readonly backupAt: number;
  readonly now: number;
  /** Whether posts that are not due yet stay scheduled. */
  readonly keepScheduled: boolean;
}

/** What was held, in numbers of posts (or accounts of a post), replies and deliveries. */
export interface Held {
  /** Targets that may have been published since the backup: `unknown`. */
  readonly inDoubt: number;
  /** Targets that were not due yet: `missed`. */
  readonly scheduled: number;
  /** Targets that stay scheduled. */
  readonly kept: number;
  /** Replies and messages that may have been sent: `unknown`. */
  readonly replies: number;
  /** Deliveries to webhooks that may have arrived: `failed`. */
  readonly deliveries: number;
}

type HeldTarget = Pick<
  TargetRow,
  'id' | 'post_id' | 'status' | 'due_at' | 'scheduled_at' | 'first_attempt_at' | 'network_post_id'
>;

/** Columns of a target that nothing is done about by itself. */
const IDLE = { phase: null, due_at: null, latest_at: null, wake_at: null, lease_until: null } as const;

/**
 * Holds everything in a restored database that would leave by itself. The database does not know what happened after
 * the backup: the original may have published, sent or cancelled it. Also ends sign-ins and unfinished uploads.
 */
export function holdUnfinished(store: Store, options: HoldOptions): Promise<Held> {
  return store.write(async (trx) => {
    // First, so that the events of this write come after the gap, and webhooks receive only those.
    await skipEventNumbers(trx);
    const deliveries = await holdDeliveries(trx, options.backupAt);
    await endAccess(trx);
    const held = { inDoubt: 0, scheduled: 0, kept: 0, replies: 0 };
    for (const workspace of await trx.selectFrom('workspaces').selectAll().execute()) {
      const hold = new WorkspaceHold(trx, workspace, options);
      const targets = await hold.targets();
      held.inDoubt += targets.inDoubt;
      held.scheduled += targets.scheduled;
      held.kept += targets.kept;
      held.replies += await hold.replies();
    }
    return { ...held, deliveries };
  });
}

async function skipEventNumbers(trx: Write): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq)
    select 'events', 0 where not exists (select 1 from sqlite_sequence where name = 'events')`.execute(trx);
  await sql`update webhooks set seen_seq = (select seq from sqlite_sequence where name = 'events')`.execute(
    trx,
  );
  await sql`update alert_channels set seen_seq = (select seq from sqlite_sequence where name = 'events'),
    gathered_json = null, sending_json = null, due_at = null, wake_at = null, lease_until = null`.execute(
    trx,
  );
  await sql`update sqlite_sequence set seq = seq + ${EVENT_GAP} where name = 'events'`.execute(trx);
}

async function holdDeliveries(trx: Write, backupAt: number): Promise<number> {
  const error = `Not sent: it comes from a backup made at ${isoOf(backupAt)} and may have arrived since. Send it again if it is missing.`;
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', due_at: null, wake_at: null, lease_until: null, error })
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends what the original may have ended since: sign-ins, and upload URLs, whose received bytes are not in a backup. */
async function endAccess(trx: Write): Promise<void> {
  await trx.deleteFrom('sessions').execute();
  await trx.deleteFrom('sign_in_links').execute();
  for (const table of ['sign_in_steps', 'oauth_requests', 'oauth_codes', 'oauth_tokens'] as const) {
    await trx.deleteFrom(table).execute();
  }
  await trx.deleteFrom('media_uploads').where('media_key', 'is', null).execute();
}

/** What is held in one workspace. */
class WorkspaceHold {
  readonly #trx: Write;
  readonly #workspace: WorkspaceRow;
  readonly #options: HoldOptions;
  /** Workspace time. */
  readonly #now: number;
  readonly #backupAt: number;

  constructor(trx: Write, workspace: WorkspaceRow, options: HoldOptions) {
    this.#trx = trx;
    this.#workspace = workspace;
    this.#options = options;
    this.#now = workspaceNow(workspace, options.now);
    this.#backupAt = workspaceNow(workspace, options.backupAt);
  }

  async targets(): Promise<Pick<Held, 'inDoubt' | 'scheduled' | 'kept'>> {
    const rows = await this.#trx
      .selectFrom('targets')
      .select(['id', 'post_id', 'status', 'due_at', 'scheduled_at', 'first_attempt_at', 'network_post_id'])
      .where('workspace_id', '=', this.#workspace.id)
      .where((or) =>
        or.or([
          or('status', '=', 'publishing'),
          // The targets of drafts have no time.
          or.and([or('status', '=', 'pending'), or('due_at', 'is not', null)]),
        ]),
      )
      .execute();
    const isAhead = (row: HeldTarget): boolean => row.status === 'pending' && (row.due_at ?? 0) > this.#now;
    const ahead = rows.filter(isAhead);
    const begun = rows.filter((row) => !isAhead(row));
    for (const target of begun) {
      if (target.network_post_id === null) await this.#holdInDoubt(target);
      else await this.#holdParts(target);
    }
    const scheduled = this.#options.keepScheduled ? [] : ahead;
    for (const target of scheduled) await this.#holdScheduled(target);
    // A post that will not be published does not keep others out of its slot.
    await releaseSlots(
      this.#trx,
      scheduled.map(({ id }) => id),
    );
    await this.#endAttempts(begun);
    for (const postId of new Set([...begun, ...scheduled].map((target) => target.post_id))) {
      await refreshPostStatus(this.#trx, this.#options.ids, postId, this.#now);
    }
    return { inDoubt: begun.length, scheduled: scheduled.length, kept: ahead.length - scheduled.length };
  }

  async #holdInDoubt(target: HeldTarget): Promise<void> {
    // The network is asked for posts since its first attempt, if somebody wants it checked.
    const first = Math.min(target.due_at ?? this.#backupAt, this.#backupAt);
    await this.#write(target, {
      ...IDLE,
      status: 'unknown',
      in_doubt: 1,
      first_attempt_at: target.first_attempt_at ?? first,
      error_json: JSON.stringify(this.#maybeOut('It was due before the backup was restored.')),
    });
  }

  /** Its main post is published; parts that follow it may be. */
  async #holdParts(target: HeldTarget): Promise<void> {
    await this.#write(target, { ...IDLE, status: 'published', in_doubt: 0, error_json: null });
    const diagnosis = this.#maybeOut('It was being published when the backup was made.');
    await this.#trx
      .updateTable('target_parts')
      .set({
        status: 'unknown',
        in_doubt: 1,
        first_attempt_at: sql`coalesce(first_attempt_at, ${this.#backupAt})`,
        error_json: JSON.stringify(diagnosis),
      })
      .where('target_id', '=', target.id)
      .where('status', '=', 'pending')
      .execute();
  }

  async #holdScheduled(target: HeldTarget): Promise<void> {
    const message = `It comes from a backup made at ${this.#made}, in which it was scheduled for ${isoOf(target.scheduled_at ?? this.#now)}. It was held when the backup was restored, because it may have been published, changed or cancelled in the meantime.`;
    await this.#write(target, {
      ...IDLE,
      status: 'missed',
      error_json: JSON.stringify(diagnosisOf('missed_window', message, this.#now)),
    });
  }

  async replies(): Promise<number> {
    const sends = await this.#trx
      .selectFrom('sends')
      .selectAll()
      .where('workspace_id', '=', this.#workspace.id)
      .where('status', '=', 'sending')
      .execute();
    const error_json = JSON.stringify(
      replyDiagnosis(this.#maybeOut('It was being sent when the backup was made.'), 'unknown'),
    );
    for (const send of sends) {
      await this.#trx
        .updateTable('sends')
        .set({ status: 'unknown', in_doubt: 1, due_at: null, wake_at: null, lease_until: null })
        .set({ first_attempt_at: send.first_attempt_at ?? this.#backupAt, updated_at: this.#now })
        .where('id', '=', send.id)
        .execute();
      await this.#trx
        .updateTable('send_attempts')
        .set({ outcome: 'unknown', ended_at: this.#now, error_json })
        .where('send_id', '=', send.id)
        .where('outcome', '=', 'sending')
        .execute();
      await writeOutcome(this.#trx, send, { status: 'unknown', error_json }, null);
    }
    return sends.length;
  }

  async #endAttempts(targets: readonly HeldTarget[]): Promise<void> {
    await this.#trx
      .updateTable('attempts')
      .set({ outcome: 'unknown', ended_at: this.#now })
      .where('target_id', 'in', inList(targets.map(({ id }) => id)))
      .where('outcome', '=', 'sending')
      .execute();
  }

  async #write(target: HeldTarget, columns: Partial<TargetRow>): Promise<void> {
    await this.#trx
      .updateTable('targets')
      .set({ ...columns, updated_at: this.#now })
      .where('id', '=', target.id)
      .execute();
  }

  #maybeOut(before: string): Diagnosis {
    const message = `${before} The backup was made at ${this.#made}, so it is not known whether it was published since.`;
    return diagnosisOf('outcome_unknown', message, this.#now);
  }

  get #made(): string {
    return isoOf(this.#options.backupAt);
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
