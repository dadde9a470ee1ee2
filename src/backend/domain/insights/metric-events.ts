import type { EventDataOf } from '../../../contract/events/events.js';
import {
  METRIC_EVENT_WINDOWS,
  type MetricEventWindow,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { IdSource } from '../../base/ids.js';
import { recordEvents } from '../../store/events.js';
import { inNumbers } from '../../store/queries/in-list.js';
import type { AccountRow, PostRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { isWanted } from '../webhooks/fan-out.js';
import type { SettledTarget } from './metric-records.js';
import { metricsOfPost } from './post-metrics.js';
import { hoursOf } from './reading-plan.js';
import { formOfTarget } from './target-form.js';

interface Settled {
  readonly settled: readonly SettledTarget[];
  /** Workspace time. */
  readonly now: number;
}

/**
 * Records `post.metrics` for each post and age whose last target has just been settled, if a webhook wants it: without
 * one, the log would grow by three events for each post that nobody reads.
 */
export async function recordMetricEvents(
  trx: Write,
  ids: IdSource,
  workspaceId: string,
  { settled, now }: Settled,
): Promise<void> {
  const ages = new Map(settled.map((target) => [target.seq, settledAges(target)]));
  const seqs = [...ages].flatMap(([seq, windows]) => (windows.length > 0 ? [seq] : []));
  if (seqs.length === 0 || !(await isWanted(trx, workspaceId, 'post.metrics'))) return;
  // Targets of one post can be settled by several processes at once: the one that comes last sees them all.
  const posts = await lockedPosts(trx, seqs);
  for (const post of posts) {
    const targets = await targetsOf(trx, post);
    const just = new Set(targets.flatMap(({ seq, hours }) => withinHours(ages.get(seq) ?? [], hours)));
    await recordAges(trx, ids, { workspaceId, post, targets, just, now });
  }
}

/**
 * Deletes what the network has counted of an account's posts. An event that only this account kept from being recorded
 * is recorded with the numbers of the accounts that are left.
 */
export async function deleteMetricTargets(
  trx: Write,
  ids: IdSource,
  { id: accountId, workspace_id: workspaceId }: Pick<AccountRow, 'id' | 'workspace_id'>,
  now: number,
): Promise<void> {
  // A process that settles readings of the account waits for this lock, or is waited for.
  await trx.selectFrom('metric_accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  const open = (await isWanted(trx, workspaceId, 'post.metrics')) ? await openTargets(trx, accountId) : [];
  const posts = await lockedPosts(
    trx,
    open.map(({ seq }) => seq),
  );
  await trx.deleteFrom('metric_targets').where('account_id', '=', accountId).execute();
  for (const post of posts) {
    const nextHours = Math.min(
      ...open.filter(({ post_id }) => post_id === post.id).map(({ next_hours }) => next_hours ?? 0),
    );
    const just = new Set(METRIC_EVENT_WINDOWS.filter((window) => WINDOW_HOURS[window] >= nextHours));
    await recordAges(trx, ids, { workspaceId, post, targets: await targetsOf(trx, post), just, now });
  }
}

/** The targets of an account whose readings are still to come. */
function openTargets(trx: Write, accountId: string) {
  return trx
    .selectFrom('metric_targets')
    .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
    .select(['seq', 'next_hours', 'targets.post_id'])
    .where('metric_targets.account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .execute();
}

/** The posts of targets whose numbers are read. */
async function lockedPosts(
  trx: Write,
  seqs: readonly number[],
): Promise<readonly Pick<PostRow, 'id' | 'kind'>[]> {
  if (seqs.length === 0) return [];
  return trx
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('metric_targets')
        .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
        .select('targets.post_id')
        .where('metric_targets.seq', 'in', inNumbers(seqs)),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

interface Ages {
  readonly workspaceId: string;
  readonly post: Pick<PostRow, 'id' | 'kind'>;
  readonly targets: readonly FollowedTarget[];
  /** The ages for which something has just changed. */
  readonly just: ReadonlySet<MetricEventWindow>;
  readonly now: number;
}

/** Records the event of each of these ages for which all targets are settled. */
async function recordAges(
  trx: Write,
  ids: IdSource,
  { workspaceId, post, targets, just, now }: Ages,
): Promise<void> {
  for (const window of METRIC_EVENT_WINDOWS.filter((one) => just.has(one))) {
    const data = await dataAt(trx, { post, targets, window, now });
    if (data === null) continue;
    await recordEvents(trx, ids, [{ workspaceId, type: 'post.metrics', objectId: post.id, data, now }]);
    await trx
      .updateTable('metric_targets')
      .set({ event_hours: WINDOW_HOURS[window] })
      .where(
        'seq',
        'in',
        targets.map(({ seq }) => seq),
      )
      .execute();
  }
}

/** The ages for which a target has just been settled. */
function settledAges({ dueHours, next }: SettledTarget): readonly MetricEventWindow[] {
  return METRIC_EVENT_WINDOWS.filter((window) => {
    const hours = WINDOW_HOURS[window];
    return hours >= dueHours && (next === null || next.hours > hours);
  });
}

function withinHours(
  windows: readonly MetricEventWindow[],
  hours: readonly number[],
): readonly MetricEventWindow[] {
  return windows.filter((window) => hours.includes(WINDOW_HOURS[window]));
}

/** A target whose numbers are read. */
interface FollowedTarget {
  readonly seq: number;
  readonly next_hours: number | null;
  readonly event_hours: number;
  /** The ages at which it is read. */
  readonly hours: readonly number[];
}

async function targetsOf(trx: Write, post: Pick<PostRow, 'id' | 'kind'>): Promise<readonly FollowedTarget[]> {
  const rows = await trx
    .selectFrom('targets')
    .innerJoin('metric_targets', 'metric_targets.target_id', 'targets.id')
    .select(['seq', 'next_hours', 'event_hours', 'targets.platform', 'content_json'])
    .where('targets.post_id', '=', post.id)
    .execute();
  return rows.map(({ platform, content_json, ...row }) => ({
    ...row,
    hours: hoursOf({ platform, ...formOfTarget({ platform, content_json }, post.kind) }),
  }));
}

interface PostAtAge {
  readonly post: Pick<PostRow, 'id' | 'kind'>;
  readonly targets: readonly FollowedTarget[];
  readonly window: MetricEventWindow;
  readonly now: number;
}

/** The data of the event; null: a target is not settled, nothing was to be read, or the event was recorded before. */
async function dataAt(
  trx: Write,
  { post, targets, window, now }: PostAtAge,
): Promise<EventDataOf<'post.metrics'> | null> {
  const age = WINDOW_HOURS[window];
  const isOpen = ({ hours, next_hours }: FollowedTarget) =>
    hours.includes(age) && next_hours !== null && next_hours <= age;
  if (targets.some((target) => isOpen(target) || target.event_hours >= age)) return null;
  const metrics = await metricsOfPost(trx, post, now);
  const read = metrics.targets.flatMap(({ windows, nextAt: _nextAt, note: _note, ...target }) => {
    const numbers = windows[window];
    return numbers ? [{ ...target, numbers }] : [];
  });
  return read.length === 0 ? null : { postId: post.id, window, targets: read };
}
