import { type CreatePost, type ProposedTime, publishingModeOf } from '../../../../contract/posts/content.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { InputOf } from '../../../definition/tool-definition.js';
import { postFields, timeFields } from '../post-fields.js';
import { notNow } from './post-change.js';
import { type Read, timeRequest } from './post-request.js';
import { draftOf, openTargets } from './stored-draft.js';
import type { TimeReader } from '../../shared/written-time.js';

type PostInput = InputOf<typeof postFields>;

const TIMES = new Set<string>(['scheduleMode', ...Object.keys(timeFields)]);

/** The arguments that a stored post has already: with one of these it is not clear what is to be checked. */
export function besidesStored(input: PostInput): readonly string[] {
  const named = Object.keys(postFields).filter((name) => !TIMES.has(name)) as (keyof PostInput)[];
  return named.filter((name) => input[name] !== undefined);
}

/** Whether a time, a slot or the queue is named, and not the post's own meant. */
export function saysWhen({ scheduleMode, slotId, scheduledAt }: PostInput): boolean {
  return scheduleMode !== undefined || slotId !== undefined || scheduledAt !== undefined;
}

/** A stored post as a request that can be checked: at the time of the call, else at its own, else now. */
export function storedRequest(post: Post, input: PostInput, reader: TimeReader): Read<CreatePost> {
  const targets = openTargets(post);
  if (targets.length === 0) return { ok: false, refused: notNow('Nothing of it is left to check.', post) };
  const time = timeRequest(input, reader);
  if (!time.ok) return time;
  const { scheduleMode } = input;
  const asked: ProposedTime = saysWhen(input) ? time.value : ownTime(post, reader);
  const where = {
    accountIds: targets.map(({ accountId }) => accountId),
    ...asked,
    scheduleMode: scheduleMode ?? publishingModeOf(asked),
  };
  return { ok: true, value: draftOf(post, where, targets, reader), assumed: time.assumed };
}

/** When it is to go out, as it is stored. What has passed, or was never said, is now. */
function ownTime({ status, when, proposed }: Post, { now }: TimeReader): ProposedTime {
  const ahead = (utc: string | undefined): ProposedTime =>
    utc !== undefined && Date.parse(utc) > now
      ? { scheduleMode: 'schedule', scheduledAt: utc }
      : { scheduleMode: 'now' };
  if (status === 'scheduled') return ahead(when?.utc);
  if (status !== 'draft' || proposed === null) return { scheduleMode: 'now' };
  const { scheduleMode, slotId, together } = proposed;
  if (scheduleMode === 'queue') return { scheduleMode, ...(slotId && { slotId }), together };
  return ahead(proposed.scheduledAt ?? undefined);
}
