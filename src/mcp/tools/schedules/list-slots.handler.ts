import type { Slot, SlotPage, UnslottedPost } from '../../../contract/schedules/slots.js';
import type { Facts } from '../../answers/render-text.js';
import { safeHandle, unsafeHandles } from '../../answers/untrusted.js';
import { handle } from '../../handler.js';
import { fittingPage, restOf } from '../shared/fitting-page.js';
import { listRange } from '../shared/list-range.js';
import { rowTime, shortTime } from '../shared/time-facts.js';
import { toolCall } from '../shared/tool-call.js';
import { timeRefused } from '../shared/written-time.js';
import { listSlots } from './list-slots.definition.js';

const DEFAULT_LIMIT = 20;

export const callListSlots = handle(listSlots, async (input, call) => {
  const range = await listRange(input, call);
  if (!range.ok) return timeRefused(range.refusal, range.field);
  const { accountId, state, cursor } = input;
  const query = {
    ...range.query,
    ...(accountId && { accountId }),
    ...(state && { state }),
    ...(cursor && { cursor }),
  };
  const detailed = input.response_format === 'detailed';
  const { page, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    async (limit) => {
      const slots = await call.client.queue.slots({ ...query, limit }, call.request());
      return { ...slots, timezone: (await call.present()).timezone };
    },
    ({ data, unslotted, timezone }) => [
      ...data.map((slot) => slotRow(slot, timezone, detailed)),
      ...unslotted.map((post) => unslottedRow(post, timezone, detailed)),
    ],
  );
  const { nextCursor } = page;
  return {
    message: `${summary(page)}${nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: {
      slots: page.data.map((slot) => slotRow(slot, page.timezone, detailed)),
      withoutSlot: page.unslotted.map((post) => unslottedRow(post, page.timezone, detailed)),
      nextCursor,
    },
    untrusted: unsafeHandles([...page.data, ...page.unslotted]),
    next: restOf(nextCursor) ?? nextStep(page),
  };
});

function summary({ data, unslotted, from, to }: SlotPage): string {
  const open = data.filter(({ state }) => state === 'open').length;
  // A post has a row for each of its accounts.
  const count = new Set(unslotted.map(({ postId }) => postId)).size;
  const posts = count === 1 ? '1 post' : `${count} posts`;
  const without = unslotted.length === 0 ? '' : `; ${posts} without a slot`;
  return `From ${shortTime(from)} to ${shortTime(to)}: ${open} open, ${data.length - open} taken${without}`;
}

function nextStep({ data }: SlotPage): string | undefined {
  const open = data.find(({ state }) => state === 'open');
  if (open === undefined) {
    return data.length === 0
      ? 'postrider_list_schedules shows which schedules create slots; postrider_create_schedule adds one.'
      : undefined;
  }
  return `To use one: ${toolCall('create_post', { scheduleMode: 'queue', slotId: open.id })} with the account and the text, or postrider_publish_post with slotId`;
}

function slotRow(slot: Slot, zone: string, detailed: boolean): Facts {
  const { id, when, label, accountId, platform, handle, state, postId, excerpt, warnings } = slot;
  return {
    id,
    when: rowTime(when, zone),
    state,
    platform,
    accountId,
    schedule: label,
    postId,
    text: excerpt,
    warnings: warnings.length > 0 ? warnings.map(({ message }) => message) : undefined,
    ...(detailed && {
      utc: when.utc,
      timezone: when.timezone,
      handle: safeHandle(handle),
      scheduleId: slot.scheduleId,
      window: slot.endsAt === null ? undefined : `${slot.startsAt} to ${slot.endsAt}`,
    }),
  };
}

function unslottedRow(post: UnslottedPost, zone: string, detailed: boolean): Facts {
  const { postId, when, status, platform, accountId, handle, excerpt } = post;
  return {
    postId,
    when: rowTime(when, zone),
    status,
    platform,
    accountId,
    text: excerpt,
    ...(detailed && { utc: when.utc, timezone: when.timezone, handle: safeHandle(handle) }),
  };
}
