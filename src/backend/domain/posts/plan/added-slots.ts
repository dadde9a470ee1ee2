import type { UpdatePost } from '../../../../contract/posts/changes.js';
import { iso } from '../../../../time/iso.js';
import type { Write } from '../../../store/store.js';
import { chooseSlots } from '../../slots/choose-slots.js';
import type { AccountSlot } from '../../slots/slots.js';
import type { StoredPost } from '../repository.js';
import type { UpdatePlan } from './update-plan.js';

/** An edit with the slots reserved for its new accounts. */
export interface SlottedUpdate extends UpdatePlan {
  /** By account. */
  readonly slots: ReadonlyMap<string, AccountSlot>;
}

/**
 * Chooses the next open slot for each account added to a queued post, as if it had been there from the start. An
 * account whose override has a time keeps that time. An edit with its own `scheduledAt` needs no slots.
 *
 * @throws RequestRefused if an account has no open slot
 */
export async function withAddedSlots(
  trx: Write,
  { post }: StoredPost,
  update: UpdatePlan,
  { scheduledAt }: UpdatePost,
  now: number,
): Promise<SlottedUpdate> {
  const { plan, content, changes } = update;
  const ownTimes = content.overrides.filter((override) => override.scheduledAt).map(({ target }) => target);
  const accounts = update.added.filter(
    ({ id, platform }) => ![id, platform].some((name) => ownTimes.includes(name)),
  );
  const isQueued = post.status === 'scheduled' && post.schedule_mode === 'queue' && scheduledAt === undefined;
  if (!isQueued || accounts.length === 0) return { ...update, slots: new Map() };
  const choice = await chooseSlots(trx, {
    workspaceId: post.workspace_id,
    accounts,
    now,
    except: new Set<string>(),
  });
  if (!choice.ok) throw choice.refusal;
  const times = [...choice.slots].map(([id, { occurrence }]) => [id, occurrence.publishAt] as const);
  const earliest = Math.min(plan.scheduledAt ?? Number.POSITIVE_INFINITY, ...times.map(([, at]) => at));
  return {
    ...update,
    plan: { ...plan, times: new Map([...plan.times, ...times]), scheduledAt: earliest },
    changes:
      earliest === plan.scheduledAt
        ? changes
        : [
            ...changes.filter(({ field }) => field !== 'scheduledAt'),
            { field: 'scheduledAt', from: iso(post.scheduled_at), to: iso(earliest) },
          ],
    slots: choice.slots,
  };
}
