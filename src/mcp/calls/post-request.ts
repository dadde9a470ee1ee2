import type { Me } from '../../contract/me.js';
import type { CreatePost } from '../../contract/post-content.js';
import { findZone } from '../../time/find-zone.js';
import { readHumanTime } from '../../time/human-times.js';
import { isoWithOffset } from '../../time/time-reading.js';
import type { Answer } from '../answer.js';
import { heldInstant, type TokenClaims } from '../confirm-token.js';
import type { InputOf } from '../definition.js';
import { refusal } from '../errors-for-model.js';
import type { postFields } from '../tools/shared-fields.js';

type PostInput = InputOf<typeof postFields>;

/** A call's arguments as a request of the API, with its time resolved. */
export type PostRequest =
  | {
      readonly ok: true;
      readonly body: CreatePost;
      /** Epoch milliseconds; null where no time was given. */
      readonly instant: number | null;
      /** The time and zone as they were written; null where no time was given. */
      readonly timeText: string | null;
      /** What was filled in while reading the time, one sentence each. */
      readonly assumed: readonly string[] | undefined;
    }
  | { readonly ok: false; readonly refused: Answer };

/**
 * Makes the request that a call means. The time is read by the server's clock, in the workspace's zone unless
 * another is named.
 *
 * @param shown what a token says that came with the call: the same words for the time mean the instant that
 *   the person was shown
 */
export function postRequest(input: PostInput, me: Me, shown: TokenClaims | undefined): PostRequest {
  const { scheduledAt, timezone } = input;
  const content = contentOf(input);
  if (scheduledAt === undefined) {
    const body = { ...content, ...(timezone && { timezone }) };
    return { ok: true, body, instant: null, timeText: null, assumed: undefined };
  }
  const timeText = `${scheduledAt}|${timezone ?? ''}`;
  const held = heldInstant(shown, timeText);
  const zoneName = timezone ?? me.workspace.timezone;
  const read =
    held === undefined
      ? readHumanTime(scheduledAt, { zone: me.workspace.timezone, timezone, now: Date.parse(me.time.utc) })
      : { ok: true as const, instant: held, timezone: zoneName, assumed: [], warnings: [] };
  if (!read.ok) return { ok: false, refused: timeRefused(read) };
  const zone = findZone(read.timezone);
  if (!zone.ok)
    return { ok: false, refused: timeRefused({ code: 'zone_unknown', message: zone.message, fix: '' }) };
  const body = { ...content, scheduledAt: isoWithOffset(read.instant, zone.zone), timezone: zone.name };
  const said = [...read.assumed, ...read.warnings.map(({ message }) => message)];
  return { ok: true, body, instant: read.instant, timeText, assumed: said.length > 0 ? said : undefined };
}

function timeRefused({ code, message, fix }: { code: string; message: string; fix: string }): Answer {
  return refusal({
    code,
    message: code === 'zone_unknown' ? message : `scheduledAt cannot be used: ${message}`,
    next: fix === '' ? undefined : fix,
  });
}

function contentOf(input: PostInput): CreatePost {
  const { platform, platforms, accountIds, text, mediaUrls, altTexts, overrides, scheduleMode } = input;
  return {
    ...(platform && { platform }),
    ...(platforms && { platforms: [...platforms] }),
    ...(accountIds && { accountIds: [...accountIds] }),
    ...(text !== undefined && { text }),
    ...(mediaUrls && { mediaUrls: [...mediaUrls] }),
    ...(altTexts && { altTexts: [...altTexts] }),
    ...(overrides && { overrides: overrides.map(overrideOf) }),
    ...(scheduleMode && { scheduleMode }),
  };
}

type OverrideInput = NonNullable<PostInput['overrides']>[number];
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
