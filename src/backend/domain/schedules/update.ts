import type {
  DeletedSchedule,
  ExistingPosts,
  PostOutcome,
  UpdatedSchedule,
} from '../../../contract/schedules/schedules.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import {
  checkDefinition,
  columnsOf,
  storedDefinition,
  updatedDefinition,
} from '../slots/schedule-definition.js';
import {
  findSchedule,
  removeSchedule,
  replaceSchedule,
  type StoredSchedule,
} from '../slots/schedule-repository.js';
import { refuseTooManySlots } from '../slots/slot-limit.js';
import { settleExistingPosts } from './existing-posts.js';
import { viewSchedule } from './view.js';

type UpdateCall = Call<'schedules.update'>;
type ChangeCall = UpdateCall | Call<'schedules.delete'>;

/** Changes a schedule, and keeps, moves or cancels the posts whose slots are gone. */
export async function updateSchedule(call: UpdateCall): Promise<UpdatedSchedule> {
  const { body, caller, params, now } = call;
  const existing = body.existing ?? 'keep';
  requireMayChange(call, existing);
  const updated = await call.commit(async (trx): Promise<UpdatedSchedule> => {
    const before = await mustFind(trx, call);
    refuseStale(before, body.version);
    const present = storedDefinition(before);
    const connected = await listAllAccounts(trx, caller.workspace.id);
    const definition = checkDefinition(updatedDefinition(present, body), connected);
    const { version } = before.schedule;
    const same = JSON.stringify(definition) === JSON.stringify(present);
    const after: StoredSchedule = {
      schedule: {
        ...before.schedule,
        ...columnsOf(definition),
        ...(!same && { version: version + 1, updated_at: now }),
      },
      accountIds: definition.accountIds,
    };
    await replaceSchedule(trx, after);
    await refuseTooManySlots(trx, caller.workspace.id, definition, present);
    const posts = await settleExistingPosts(trx, { call, scheduleId: params.id, after, existing });
    await recordChange(trx, call, 'schedules.update', `changed “${definition.label}”${summaryOf(posts)}`);
    return { ...viewSchedule(after, now), posts };
  });
  announce(call, updated.posts);
  return updated;
}

/** Deletes a schedule, and keeps, moves or cancels the posts in its slots. */
export async function deleteSchedule(call: Call<'schedules.delete'>): Promise<DeletedSchedule> {
  const existing = call.query.existing ?? 'keep';
  requireMayChange(call, existing);
  const deleted = await call.commit(async (trx): Promise<DeletedSchedule> => {
    const before = await mustFind(trx, call);
    refuseStale(before, call.query.version);
    // Deactivated first, so that its posts do not move to its own slots.
    await replaceSchedule(trx, { ...before, schedule: { ...before.schedule, active: 0 } });
    const posts = await settleExistingPosts(trx, { call, scheduleId: call.params.id, after: null, existing });
    await removeSchedule(trx, before.schedule.id);
    await recordChange(
      trx,
      call,
      'schedules.delete',
      `deleted “${before.schedule.label}”${summaryOf(posts)}`,
    );
    return { id: before.schedule.id as DeletedSchedule['id'], deleted: true, posts };
  });
  announce(call, deleted.posts);
  return deleted;
}

/** Wakes the publisher and the requests that wait for one of the posts to change. */
function announce({ services }: ChangeCall, posts: readonly PostOutcome[]): void {
  const changed = posts.filter(({ outcome }) => outcome !== 'kept');
  if (changed.length === 0) return;
  services.wakePublisher();
  for (const { postId } of changed) services.changes.notify(postId);
}

async function mustFind(trx: Write, { caller, params }: ChangeCall): Promise<StoredSchedule> {
  const stored = await findSchedule(trx, caller.workspace.id, params.id);
  if (stored) return stored;
  throw new RequestRefused('schedule_not_found', `There is no schedule ${params.id} in this workspace.`);
}

function refuseStale({ schedule }: StoredSchedule, version: number | undefined): void {
  if (version === undefined || version === schedule.version) return;
  throw new RequestRefused(
    'version_conflict',
    `The schedule “${schedule.label}” was changed in the meantime. The request is for version ${version}, but the schedule is at version ${schedule.version}. Read the schedule again, then send the request with its current version.`,
    { current: { version: schedule.version, status: schedule.active === 1 ? 'active' : 'paused' } },
  );
}

/** Moving or cancelling a scheduled post needs `posts:publish`, even as a side effect. */
function requireMayChange({ caller }: ChangeCall, existing: ExistingPosts): void {
  if (existing === 'keep' || caller.key.scopes.has('posts:publish')) return;
  throw new RequestRefused(
    'scope_missing',
    `The key "${caller.key.label}" does not have the scope posts:publish, which \`existing: ${existing}\` needs. With \`existing: keep\`, the posts keep their times and no scope is needed.`,
    { requiredScope: 'posts:publish' },
  );
}

async function recordChange(
  trx: Write,
  { caller, params, requestId, now }: ChangeCall,
  operation: 'schedules.update' | 'schedules.delete',
  summary: string,
): Promise<void> {
  await recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation,
    objectId: params.id,
    summary,
    requestId,
    now,
  });
}

/** For example `; 3 posts moved`. */
function summaryOf(posts: readonly PostOutcome[]): string {
  const [first] = posts;
  return first ? `; ${posts.length} ${posts.length === 1 ? 'post' : 'posts'} ${first.outcome}` : '';
}
