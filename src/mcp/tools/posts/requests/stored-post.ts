import {
  type CreatePost,
  type PostDraft,
  type ProposedTime,
  publishingModeOf,
} from '../../../../contract/posts/content.js';
import type { Post, Target } from '../../../../contract/posts/posts.js';
import type { InputOf } from '../../../definition/tool-definition.js';
import { readTime, type TimeReader } from '../../shared/written-time.js';
import { postFields, timeFields } from '../post-fields.js';
import { stateConflict } from './post-change.js';
import { type Read, timeRequest } from './post-request.js';

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
  if (targets.length === 0)
    return { ok: false, refused: stateConflict('Nothing of it is left to check.', post) };
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

type Content = Pick<PostDraft, 'text' | 'mediaUrls' | 'altTexts' | 'overrides'>;
type Where = Pick<
  PostDraft,
  'accountIds' | 'scheduleMode' | 'scheduledAt' | 'timezone' | 'slotId' | 'together'
>;

/** Targets of which nothing is out, may be out, or is being sent. */
export function openTargets({ targets }: Pick<Post, 'targets'>): readonly Target[] {
  return targets.filter(({ status, networkPostId }) => OPEN.includes(status) && networkPostId === null);
}

const OPEN: readonly Target['status'][] = ['pending', 'cancelled', 'failed', 'missed'];

/**
 * A stored post as a request that can be tried with `validate`: its accounts' content, at a time of the call's.
 *
 * @param accounts those that it would go to, by id and network
 */
export function draftOf(
  content: Content,
  where: Where,
  accounts: readonly { readonly accountId: string; readonly platform: string }[],
  reader: TimeReader,
): CreatePost {
  const names = new Set<string>(accounts.flatMap(({ accountId, platform }) => [accountId, platform]));
  const overrides = (content.overrides ?? [])
    .filter(({ target }) => names.has(target))
    .map((override) => (where.scheduleMode === 'schedule' ? timely(override, reader) : timeless(override)));
  const { text, mediaUrls, altTexts } = content;
  return {
    ...(text !== undefined && { text }),
    ...(mediaUrls !== undefined && { mediaUrls }),
    ...(altTexts !== undefined && { altTexts }),
    overrides,
    ...where,
  };
}

type Override = NonNullable<Content['overrides']>[number];

/** A time of its own holds as long as it lies ahead. */
function timely(override: Override, reader: TimeReader): Override {
  if (!override.scheduledAt) return override;
  const ahead = readTime(override.scheduledAt, override.timezone ?? undefined, reader).ok;
  return ahead ? override : timeless(override);
}

function timeless({ scheduledAt: _time, timezone: _zone, ...override }: Override): Override {
  return override;
}
