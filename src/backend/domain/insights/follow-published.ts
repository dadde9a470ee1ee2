import { sql } from 'kysely';
import type { Platform } from '../../../contract/platforms.js';
import type { MeasuredForm } from '../../../networks/metric-rules.js';
import { inList } from '../../store/queries/in-list.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { FOLLOWED_FOR_MS, nextReading } from './reading-plan.js';
import { formOfTarget } from './target-form.js';

/** Events that one transaction looks through. */
const EVENTS_AT_ONCE = 500;

/** The one row of `metric_progress`. */
const PROGRESS_ID = 1;

interface Published {
  readonly target_id: string;
  readonly workspace_id: string;
  readonly account_id: string;
  readonly platform: Platform;
  readonly measured: MeasuredForm;
  readonly published_at: number;
}

/**
 * Finds the targets that were published since the last time, by their events, and plans their readings.
 *
 * @param now system time
 */
export async function followPublished(store: Store, now: number): Promise<void> {
  for (;;) {
    const progress = await store.db
      .selectFrom('metric_progress')
      .select('last_event_seq')
      .where('id', '=', PROGRESS_ID)
      .executeTakeFirst();
    const events = await store.db
      .selectFrom('events')
      .select(['seq', 'type', 'object_id'])
      .where('seq', '>', progress?.last_event_seq ?? 0)
      .orderBy('seq')
      .limit(EVENTS_AT_ONCE)
      .execute();
    const last = events.at(-1);
    if (!last) return;
    const postIds = events.flatMap(({ type, object_id }) => (type === 'target.published' ? [object_id] : []));
    await store.write(async (trx) => {
      if (postIds.length > 0) await plan(trx, await publishedOf(trx, [...new Set(postIds)]), now);
      await trx
        .insertInto('metric_progress')
        .values({ id: PROGRESS_ID, last_event_seq: last.seq })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_event_seq: last.seq }))
        .execute();
    });
    if (events.length < EVENTS_AT_ONCE) return;
  }
}

/** The published targets of posts, of networks that are read. */
async function publishedOf(trx: Write, postIds: readonly string[]): Promise<readonly Published[]> {
  const rows = await trx
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .select([
      ...(['targets.id as target_id', 'targets.workspace_id', 'targets.account_id'] as const),
      ...(['targets.platform', 'targets.published_at', 'network_post_id', 'content_json'] as const),
      ...(['posts.kind', 'reads_metrics'] as const),
    ])
    .where('targets.post_id', 'in', inList(postIds))
    .where('targets.status', '=', 'published')
    .execute();
  return rows.flatMap(({ network_post_id, published_at, content_json, kind, reads_metrics, ...row }) =>
    network_post_id === null ||
    published_at === null ||
    !accountReadsMetrics({ platform: row.platform, reads_metrics })
      ? []
      : [{ ...row, published_at, measured: formOfTarget({ platform: row.platform, content_json }, kind) }],
  );
}

async function plan(trx: Write, published: readonly Published[], systemNow: number): Promise<void> {
  const workspaces = new Map<string, WorkspaceRow>();
  for (const { target_id, platform, measured, ...row } of published) {
    const workspace = workspaces.get(row.workspace_id) ?? (await workspaceOf(trx, row.workspace_id));
    if (!workspace) continue;
    workspaces.set(workspace.id, workspace);
    const now = workspaceNow(workspace, systemNow);
    const next = nextReading({ platform, ...measured }, row.published_at, { after: 0, now });
    if (next === null) continue;
    const followed = await trx
      .insertInto('metric_targets')
      .values({ ...row, target_id, next_hours: next.hours, next_at: next.at })
      .onConflict((conflict) => conflict.column('target_id').doNothing())
      .returning('seq')
      .executeTakeFirst();
    if (followed) await wakeAccount(trx, row, { workspace, at: next.at, now, systemNow });
  }
}

function workspaceOf(trx: Write, id: string): Promise<WorkspaceRow | undefined> {
  return trx.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

interface Wake {
  readonly workspace: WorkspaceRow;
  /** Workspace time of the reading. */
  readonly at: number;
  readonly now: number;
  readonly systemNow: number;
}

/** Makes an account due at a reading, unless it is due before. */
async function wakeAccount(
  trx: Write,
  { account_id: id, workspace_id, published_at }: Omit<Published, 'target_id' | 'platform' | 'measured'>,
  { workspace, at, now, systemNow }: Wake,
): Promise<void> {
  const wake = wakeAt(workspace, at, systemNow);
  const isSooner = sql<boolean>`(metric_accounts.due_at is null or metric_accounts.due_at > ${at})`;
  await trx
    .insertInto('metric_accounts')
    .values({
      ...{ id, workspace_id, due_at: at, wake_at: wake, attempt: 0, lease_until: null, updated_at: now },
      ...{ failures: 0, held: null, requests_day: 0, requests: 0, followers_day: 0 },
      active_until: published_at + FOLLOWED_FOR_MS,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        due_at: sql`case when ${isSooner} then cast(${at} as bigint) else metric_accounts.due_at end`,
        // While it is claimed, this is when its lease ends; the job looks for what is due when it ends.
        wake_at: sql`case when ${isSooner} and metric_accounts.lease_until is null
          then cast(${wake} as bigint) else metric_accounts.wake_at end`,
        active_until: published_at + FOLLOWED_FOR_MS,
      }),
    )
    .execute();
}
