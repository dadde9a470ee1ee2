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

/** The arguments that contradict postId: a stored post already has its own content. */
export function besidesStored(input: PostInput): readonly string[] {
  const named = Object.keys(postFields).filter((name) => !TIMES.has(name)) as (keyof PostInput)[];
  return named.filter((name) => input[name] !== undefined);
}

/** Whether the arguments name a time, a slot or the queue. If not, the post's own time is meant. */
export function saysWhen({ scheduleMode, slotId, scheduledAt }: PostInput): boolean {
  return scheduleMode !== undefined || slotId !== undefined || scheduledAt !== undefined;
}

/** A stored post as a request to validate: at the time in the arguments, else at its own time, else now. */
export function storedRequest(post: Post, input: PostInput, reader: TimeReader): Read<CreatePost> {
  const targets = openTargets(post);
  if (targets.length === 0)
    return { ok: false, refused: stateConflict('This post has nothing left to check.', post) };
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

/** The post's stored time. A time that has passed, or was never set, becomes now. */
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

type Content = Pick<PostDraft, 'text' | 'mediaUrls' | 'altTexts' | 'overrides' | 'link'>;
type Where = Pick<
  PostDraft,
  'accountIds' | 'scheduleMode' | 'scheduledAt' | 'timezone' | 'slotId' | 'together'
>;

/** Targets that are certainly not published, and not being sent. */
export function openTargets({ targets }: Pick<Post, 'targets'>): readonly Target[] {
  return targets.filter(({ status, networkPostId }) => OPEN.includes(status) && networkPostId === null);
}

const OPEN: readonly Target['status'][] = ['pending', 'cancelled', 'failed', 'missed'];

/**
 * A stored post as a request for `validate`: its stored content, at the given time.
 *
 * @param accounts the accounts to publish to, by id and network
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
  const { text, mediaUrls, altTexts, link } = content;
  return {
    ...(text !== undefined && { text }),
    ...(mediaUrls !== undefined && { mediaUrls }),
    ...(altTexts !== undefined && { altTexts }),
    ...(link !== undefined && { link }),
    overrides,
    ...where,
  };
}

type Override = NonNullable<Content['overrides']>[number];

/** An override keeps its own time while that is in the future. */
function timely(override: Override, reader: TimeReader): Override {
  if (!override.scheduledAt) return override;
  const ahead = readTime(override.scheduledAt, override.timezone ?? undefined, reader).ok;
  return ahead ? override : timeless(override);
}

function timeless({ scheduledAt: _time, timezone: _zone, ...override }: Override): Override {
  return override;
}
