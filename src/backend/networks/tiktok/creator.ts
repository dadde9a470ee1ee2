import { RULES } from '../../../networks/rules.js';
import type { Connection } from '../connection.js';
import type { OutgoingPost } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, notSent } from '../requests/exchange.js';
import { countAt, listAt, textAt, valueAt } from '../requests/json-answer.js';
import { isVideo } from '../requests/media-bytes.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';

/** What TikTok lets an account publish now. Null: it does not say. */
interface Creator {
  /** TikTok's names of the privacy levels. */
  readonly privacyLevels: readonly string[] | null;
  /** The interactions that are turned off in the account's settings, by the option that turns each off. */
  readonly turnedOff: readonly Interaction[];
  readonly maxVideoSeconds: number | null;
}

/** The options that turn an interaction off: TikTok's field in its answer, and a word for messages. */
const INTERACTIONS = {
  disableComment: { field: 'comment_disabled', name: 'comments', videosOnly: false },
  disableDuet: { field: 'duet_disabled', name: 'duets', videosOnly: true },
  disableStitch: { field: 'stitch_disabled', name: 'stitches', videosOnly: true },
} as const;
type Interaction = keyof typeof INTERACTIONS;
const NAMES: readonly Interaction[] = ['disableComment', 'disableDuet', 'disableStitch'];

/** The code of an answer that reports no error. */
const OK = 'ok';

/**
 * Asks TikTok what the account may publish. TikTok demands it before each direct post.
 *
 * @throws NetworkRefusal the account may publish nothing now: TikTok says so with status 200
 */
async function readCreator(connection: Connection): Promise<Creator> {
  const { status, body } = await ask(tiktokErrors, connection, {
    method: 'POST',
    path: '/v2/post/publish/creator_info/query/',
    headers: headersOf(connection),
  });
  const code = textAt(body, 'error', 'code');
  if (code !== null && code !== OK) {
    const message = textAt(body, 'error', 'message');
    throw readFailure(tiktokErrors, { code, subcode: null, message }, connection.now, status);
  }
  const levels = valueAt(body, 'data', 'privacy_level_options');
  return {
    privacyLevels: Array.isArray(levels) ? listAt(levels).map(String) : null,
    turnedOff: NAMES.filter((name) => valueAt(body, 'data', INTERACTIONS[name].field) === true),
    maxVideoSeconds: countAt(body, 'data', 'max_video_post_duration_sec'),
  };
}

/**
 * Refuses a post that asks for what the account may not publish.
 *
 * @throws NetworkRefusal nothing was sent
 */
export async function requireAllowed(connection: Connection, post: OutgoingPost): Promise<void> {
  const creator = await readCreator(connection);
  const problem = privacyProblem(creator, post) ?? interactionProblem(creator, post);
  if (problem !== null) throw notSent('option_invalid', problem);
  const length = lengthProblem(creator, post);
  if (length !== null) throw notSent('media_invalid', length);
}

function privacyProblem({ privacyLevels }: Creator, { content }: OutgoingPost): string | null {
  const values = Object.entries(RULES.tiktok.options.privacy?.values.value ?? {});
  const wanted = values.find(([ours]) => ours === content.privacy)?.[1];
  if (privacyLevels === null || wanted === undefined || privacyLevels.includes(wanted)) return null;
  const allowed = values.flatMap(([ours, theirs]) => (privacyLevels.includes(theirs) ? [ours] : []));
  const instead = allowed.length === 0 ? 'none that Postrider knows' : allowed.join(', ');
  return `TikTok does not offer this account privacy "${content.privacy}" now. It offers: ${instead}.`;
}

function interactionProblem({ turnedOff }: Creator, { content, media }: OutgoingPost): string | null {
  const hasVideo = media.some(isVideo);
  const wanted = turnedOff.find(
    (name) => content.options[name] === false && (hasVideo || !INTERACTIONS[name].videosOnly),
  );
  if (wanted === undefined) return null;
  const { name } = INTERACTIONS[wanted];
  return `The account has turned ${name} off in its TikTok settings, and the post asks for them. Remove ${wanted}, or turn ${name} on in TikTok.`;
}

function lengthProblem({ maxVideoSeconds }: Creator, { media }: OutgoingPost): string | null {
  const seconds = media.find(isVideo)?.seconds ?? null;
  if (maxVideoSeconds === null || seconds === null || seconds <= maxVideoSeconds) return null;
  return `The video is ${Math.ceil(seconds)} seconds long. TikTok lets this account publish at most ${maxVideoSeconds} seconds.`;
}
