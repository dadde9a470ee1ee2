import type { ExistingPosts, PostOutcome } from '../../../contract/schedules/schedules.js';
import { timeForms } from '../../../time/forms.js';
import { occurrencesOfDay } from '../../../time/occurrences.js';
import { readSlotId } from '../../../time/slot-id.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import { chooseSlots, type SlotRequest } from '../slots/choose-slots.js';
import { releaseSlots, reserveSlots } from '../slots/reservations.js';
import { storedDefinition } from '../slots/schedule-definition.js';
import type { StoredSchedule } from '../slots/schedule-repository.js';
import type { AccountSlot } from '../slots/slots.js';
import { DisplacedPosts, type ScheduleCall, type WaitingPost, waitingPosts } from './displaced-posts.js';

export interface SettleInput {
  /** The request that changes the schedule. */
  readonly call: ScheduleCall;
  readonly scheduleId: string;
  /** The schedule as it has been written; null: it goes. */
  readonly after: StoredSchedule | null;
  readonly existing: ExistingPosts;
}

/**
 * Settles what becomes of the posts in slots that are no more, or come at another time, in the transaction that
 * changes their schedule.
 *
 * @throws RequestRefused `no_open_slot` where a post that is to move has nowhere to go: nothing is changed then
 */
export async function settleExistingPosts(trx: Write, input: SettleInput): Promise<PostOutcome[]> {
  const { call, after, existing } = input;
  const { now } = call;
  const waiting = await waitingPosts(trx, input.scheduleId, now);
  const displaced = waiting.filter((post) => timeOfSlot(after, post) !== post.at);
  // The slots of a paused schedule stay with their posts, and are theirs again when it is resumed.
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
  const times = await moveAll(trx, affected, input, displacedPosts);
  await displacedPosts.finish('moved');
  return affected.map((post, index) => outcome(post, 'moved', times[index] ?? post.at, now));
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
  // Until they have their new times, the posts take none.
  const lifted = new Set(posts.map(({ targetId }) => targetId));
  const times: number[] = [];
  for (const post of posts) {
    const slot = await slotFor(trx, post, after, { workspaceId, now, except: lifted });
    const { publishAt } = slot.occurrence;
    await displacedPosts.move(post, publishAt);
    await reserveSlots(trx, workspaceId, [{ targetId: post.targetId, slot }], now);
    lifted.delete(post.targetId);
    times.push(publishAt);
  }
  return times;
}

/** The post's own slot at its new time, else the next that is open from the post's time on. */
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
    `The post ${post.postId} has nowhere to move to; nothing was changed.${reason} Or send \`existing\` as keep or cancel.`,
    { existingPostId: post.postId },
  );
}

/** When the slot that a post is in comes by a schedule, paused or not; null where it does not. */
function timeOfSlot(after: StoredSchedule | null, post: WaitingPost): number | null {
  const name = readSlotId(post.slotId);
  if (!after || !name || !after.accountIds.includes(post.accountId)) return null;
  return occurrencesOfDay(storedDefinition(after), name.day)[name.index]?.publishAt ?? null;
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
