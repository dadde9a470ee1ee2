import type { CreatePost, ProposedTime } from '../../../../contract/posts/content.js';
import type { Answer } from '../../../answers/answer.js';
import type { InputOf } from '../../../definition/tool-definition.js';
import { readTime, type TimeReader } from '../../shared/written-time.js';
import type { contentFields, postFields, proposedFields, timeFields } from '../post-fields.js';

type PostInput = InputOf<typeof postFields>;
type ContentInput = InputOf<typeof contentFields>;
type TimeInput = InputOf<typeof timeFields>;
type ProposedInput = InputOf<typeof proposedFields>;

/** The arguments as an API request, or the answer that refuses them. */
export type Read<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** Assumptions made while reading times, one sentence each. */
      readonly assumed: readonly string[];
    }
  | { readonly ok: false; readonly refused: Answer };

/** Whether the arguments name a time. Reading it needs the current time, which costs a request. */
export function namesTime({ scheduledAt, proposed, overrides }: PostInput): boolean {
  const times = [scheduledAt, proposed?.scheduledAt, ...(overrides ?? []).map((one) => one.scheduledAt)];
  return times.some((time) => time !== undefined && time !== null);
}

/** The arguments as an API request, with times resolved. */
export function postRequest(input: PostInput, reader: TimeReader): Read<CreatePost> {
  const { platform, platforms, accountIds } = input;
  const content = contentRequest(input, reader);
  if (!content.ok) return content;
  const time = timeAndProposalRequest(input, reader);
  if (!time.ok) return time;
  const where = {
    ...(platform && { platform }),
    ...(platforms && { platforms: [...platforms] }),
    ...(accountIds && { accountIds: [...accountIds] }),
  };
  const { scheduleMode } = input;
  return {
    ok: true,
    value: { ...where, ...content.value, ...time.value, ...(scheduleMode && { scheduleMode }) },
    assumed: [...time.assumed, ...content.assumed],
  };
}

type Content = Pick<
  CreatePost,
  'text' | 'mediaUrls' | 'altTexts' | 'overrides' | 'sourceId' | 'link' | 'labels'
>;

/** The content of a post, and how it differs per target. */
export function contentRequest(
  {
    text,
    mediaUrls,
    altTexts,
    overrides,
    sourceId,
    link,
    labels,
    timezone,
  }: ContentInput & Pick<TimeInput, 'timezone'>,
  reader: TimeReader,
): Read<Content> {
  const assumed: string[] = [];
  const read: Override[] = [];
  for (const [index, override] of (overrides ?? []).entries()) {
    const { scheduledAt } = override;
    const request = overrideOf(override);
    if (scheduledAt === undefined || scheduledAt === null) {
      read.push(request);
      continue;
    }
    const zone = override.timezone ?? timezone;
    const time = readTime(scheduledAt, zone, reader, `overrides[${index}].scheduledAt`);
    if (!time.ok) return time;
    assumed.push(...time.assumed);
    read.push({ ...request, scheduledAt: time.scheduledAt, timezone: time.timezone });
  }
  return {
    ok: true,
    value: {
      ...(text !== undefined && { text }),
      ...(mediaUrls && { mediaUrls: [...mediaUrls] }),
      ...(altTexts && { altTexts: [...altTexts] }),
      ...(overrides && { overrides: read }),
      ...(sourceId !== undefined && { sourceId }),
      ...(link !== undefined && { link }),
      ...(labels && { labels: [...labels] }),
    },
    assumed,
  };
}

type TimeAndProposal = Pick<CreatePost, 'scheduledAt' | 'timezone' | 'slotId' | 'together' | 'proposed'>;

function timeAndProposalRequest(input: TimeInput & ProposedInput, reader: TimeReader): Read<TimeAndProposal> {
  const time = timeRequest(input, reader);
  if (!time.ok) return time;
  const { proposed } = input;
  if (proposed === undefined) return time;
  const asked = proposedRequest(proposed, input.timezone, reader);
  if (!asked.ok) return asked;
  return {
    ok: true,
    value: { ...time.value, proposed: asked.value },
    assumed: [...time.assumed, ...asked.assumed],
  };
}

/** When a draft proposes to be published. */
export function proposedRequest(
  { scheduleMode, ...proposed }: NonNullable<ProposedInput['proposed']>,
  timezone: string | undefined,
  reader: TimeReader,
): Read<ProposedTime> {
  const zoned = { ...proposed, timezone: proposed.timezone ?? timezone };
  const time = timeRequest(zoned, reader, 'proposed.scheduledAt');
  if (!time.ok) return time;
  return { ...time, value: { ...time.value, ...(scheduleMode && { scheduleMode }) } };
}

type Time = Pick<ProposedTime, 'scheduledAt' | 'timezone' | 'slotId' | 'together'>;

/** The time or slot of a post. */
export function timeRequest(
  { scheduledAt, timezone, slotId, together }: TimeInput,
  reader: TimeReader,
  field = 'scheduledAt',
): Read<Time> {
  const slot = {
    ...(slotId !== undefined && { slotId }),
    ...(together !== undefined && { together }),
  };
  if (scheduledAt === undefined) {
    return { ok: true, value: { ...slot, ...(timezone && { timezone }) }, assumed: [] };
  }
  const time = readTime(scheduledAt, timezone, reader, field);
  if (!time.ok) return time;
  return {
    ok: true,
    value: { ...slot, scheduledAt: time.scheduledAt, timezone: time.timezone },
    assumed: time.assumed,
  };
}

type OverrideInput = NonNullable<ContentInput['overrides']>[number];
type Override = NonNullable<CreatePost['overrides']>[number];

function overrideOf({ mediaUrls, altTexts, thread, disclosure, options, ...rest }: OverrideInput): Override {
  return {
    ...rest,
    ...(mediaUrls !== undefined && { mediaUrls: mediaUrls && [...mediaUrls] }),
    ...(altTexts !== undefined && { altTexts: altTexts && [...altTexts] }),
    ...(thread !== undefined && { thread: thread && [...thread] }),
    ...(disclosure !== undefined && { disclosure: disclosure && [...disclosure] }),
    ...(options !== undefined && { options: options && { ...options } }),
  };
}

/** The assumptions as a fact of an answer. */
export function assumedFact(assumed: readonly string[]): readonly string[] | undefined {
  return assumed.length > 0 ? assumed : undefined;
}
