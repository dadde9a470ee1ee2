import type { ExistingPosts, PostOutcome } from '../../../contract/schedules/schedules.js';
import { timeForms } from '../../../time/forms.js';
import { occurrenceAt, occurrencesOfDay } from '../../../time/occurrences.js';
import { readSlotId } from '../../../time/slot-id.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import { refuseAuthorOfMoved } from '../posts/approval/moved-with-schedule.js';
import { chooseSlots, type SlotRequest } from '../slots/choose-slots.js';
import { releaseSlots, reserveSlots } from '../slots/reservations.js';
import { storedDefinition } from '../slots/schedule-definition.js';
import type { StoredSchedule } from '../slots/schedule-repository.js';
import { type AccountSlot, slotIdFor } from '../slots/slots.js';
import { DisplacedPosts, type ScheduleCall, type WaitingPost, waitingPosts } from './displaced-posts.js';

export interface SettleInput {
  /** The request that changes the schedule. */
  readonly call: ScheduleCall;
  readonly scheduleId: string;
  /** The schedule as already written; null if it is being deleted. */
  readonly after: StoredSchedule | null;
  readonly existing: ExistingPosts;
}

/**
 * Keeps, moves or cancels the posts whose slots are gone or have another time, in the transaction that changes their
 * schedule.
 *
 * @throws RequestRefused `no_open_slot` if a post cannot be moved, `other_approver_required` if the caller may not move
 *   one; then nothing is changed
 */
export async function settleExistingPosts(trx: Write, input: SettleInput): Promise<PostOutcome[]> {
  const { call, after, existing } = input;
  const { now } = call;
  const waiting = await waitingPosts(trx, input.scheduleId, now);
  const moved = waiting.filter((post) => timeOfSlot(after, post) !== post.at);
  const displaced = await withoutRehoused(trx, moved, input);
  // Posts keep the slots of a paused schedule, and use them again once it is resumed.
  const affected = after?.schedule.active === 0 ? waiting : displaced;
  const freed = existing === 'keep' ? displaced : affected;
  await releaseSlots(
    trx,
    freed.map(({ targetId }) => targetId),
  );
  if (existing === 'keep') return affected.map((post) => outcome(post, 'kept', post.at, now));
  const displacedPosts = await DisplacedPosts.read(trx, call, affected);
  if (existing === 'cancel') {
    for (const post of affected) await displacedPosts.cancel(post);
    await displacedPosts.finish('cancelled');
    return affected.map((post) => outcome(post, 'cancelled', null, now));
  }
  await refuseAuthorOfMoved(
    trx,
    call.caller,
    affected.map(({ postId }) => postId),
  );
  const times = await moveAll(trx, affected, input, displacedPosts);
  await displacedPosts.finish('moved');
  return affected.map((post, index) => outcome(post, 'moved', times[index] ?? post.at, now));
}

/**
 * Gives posts whose slot has another time now the slot that has theirs: when 09:00 is removed from 09:00 and 17:00, a post
 * at 17:00 is where it was.
 *
 * @returns the posts whose time is no slot any more
 */
async function withoutRehoused(
  trx: Write,
  moved: readonly WaitingPost[],
  { call, after }: SettleInput,
): Promise<WaitingPost[]> {
  // Slots of a window are alike: its posts move with it, in their order.
  if (after === null || after.schedule.end_time !== null) return [...moved];
  const rehoused = moved.flatMap((post) => {
    const slot = slotAt(after, post);
    return slot ? [{ targetId: post.targetId, slot }] : [];
  });
  if (rehoused.length === 0) return [...moved];
  // A slot may be held by a post that gets another one.
  await releaseSlots(
    trx,
    moved.map(({ targetId }) => targetId),
  );
  await reserveSlots(trx, call.caller.workspace.id, rehoused, call.now);
  const settled = new Set(rehoused.map(({ targetId }) => targetId));
  return moved.filter(({ targetId }) => !settled.has(targetId));
}

/** The slot of the changed schedule at the post's time and on its day. */
function slotAt(after: StoredSchedule, { accountId, at, slotId }: WaitingPost): AccountSlot | undefined {
  const name = readSlotId(slotId);
  if (!name || !after.accountIds.includes(accountId)) return undefined;
  const definition = storedDefinition(after);
  const occurrence = occurrencesOfDay(definition, name.day).find(({ publishAt }) => publishAt === at);
  const scheduleId = after.schedule.id;
  return (
    occurrence && { id: slotIdFor(scheduleId, occurrence), scheduleId, accountId, definition, occurrence }
  );
}

/** @returns the posts' new times, in their order */
async function moveAll(
  trx: Write,
  posts: readonly WaitingPost[],
  { call, after }: SettleInput,
  displacedPosts: DisplacedPosts,
): Promise<number[]> {
  const { caller, now } = call;
  const workspaceId = caller.workspace.id;
  // The posts' old times do not count until they have their new ones.
  const unplaced = new Set(posts.map(({ targetId }) => targetId));
  const times: number[] = [];
  for (const post of posts) {
    const slot = await slotFor(trx, post, after, { workspaceId, now, except: unplaced });
    const { publishAt } = slot.occurrence;
    await displacedPosts.move(post, publishAt);
    await reserveSlots(trx, workspaceId, [{ targetId: post.targetId, slot }], now);
    unplaced.delete(post.targetId);
    times.push(publishAt);
  }
  return times;
}

/** The post's own slot at its new time, or else the next open slot from the post's time on. */
async function slotFor(
  trx: Write,
  post: WaitingPost,
  after: StoredSchedule | null,
  request: Omit<SlotRequest, 'accounts'>,
): Promise<AccountSlot> {
  const accounts = [{ id: post.accountId, handle: post.handle }];
  const comesAgain = timeOfSlot(after, post) !== null;
  const own = comesAgain ? await chooseSlots(trx, { ...request, accounts, slotId: post.slotId }) : null;
  const choice = own?.ok ? own : await chooseSlots(trx, { ...request, accounts, from: post.at });
  const slot = choice.ok ? choice.slots.get(post.accountId) : undefined;
  if (slot) return slot;
  const reason = choice.ok ? '' : ` ${choice.refusal.message}`;
  throw new RequestRefused(
    'no_open_slot',
    `There is no open slot to move the post ${post.postId} to.${reason} Or send \`existing: keep\` or \`existing: cancel\`.`,
    { existingPostId: post.postId },
  );
}

/** The time of a post's slot in the changed schedule, paused or not; null if the slot is gone. */
function timeOfSlot(after: StoredSchedule | null, post: WaitingPost): number | null {
  const name = readSlotId(post.slotId);
  if (!after || !name || !after.accountIds.includes(post.accountId)) return null;
  return occurrenceAt(storedDefinition(after), name.day, name.index)?.publishAt ?? null;
}

function outcome(
  post: WaitingPost,
  kind: PostOutcome['outcome'],
  at: number | null,
  now: number,
): PostOutcome {
  const forms = (instant: number) => timeForms(instant, post.timezone, now);
  return {
    postId: post.postId,
    accountId: post.accountId,
    outcome: kind,
    was: forms(post.at),
    when: at === null ? null : forms(at),
  };
}
