import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { textAt } from '../../networks/requests/json-answer.js';
import { TIKTOK_ERRORS, tiktokErrors } from '../../networks/tiktok/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import type { SimulatedCall } from '../shared/network-server.js';
import { overQuota, type Quota } from '../shared/quotas.js';
import { LAST_DAY } from '../shared/windows.js';

const { options: OPTIONS, forms, postsPerDay } = RULES.tiktok;

/** The `error` of an answer that reports none. */
export const OK = { code: 'ok', message: '', log_id: '20261121000000000000000000000000' };

export const QUOTAS: readonly Quota[] = [
  {
    of: 'posts',
    max: postsPerDay.value ?? Number.POSITIVE_INFINITY,
    window: LAST_DAY,
    refusal: TIKTOK_ERRORS.tooManyPosts,
  },
];

/** A public account cannot publish to its followers alone: TikTok offers that to private accounts. */
const PRIVACY_LEVELS = (['public', 'friends', 'private'] as const).flatMap(
  (level) => OPTIONS.privacy?.values.value[level] ?? [],
);

const MAX_SECONDS = forms.feed.videos?.seconds?.value.max ?? 0;

/** The refusal of a post whose privacy the account does not offer; null: it does. */
export function refusedPrivacy({ fields }: SimulatedCall): WireResponse | null {
  const level = textAt(fields, 'post_info', 'privacy_level');
  const isOffered = level !== null && PRIVACY_LEVELS.includes(level);
  return isOffered ? null : tiktokErrors.answer(TIKTOK_ERRORS.privacyMismatch);
}

/** What a public account may publish. One that may publish nothing more is told so with status 200. */
export async function queryCreator({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const full = await overQuota(QUOTAS, tiktokErrors, account, context, fields);
  if (full) return { ...full, status: 200 };
  const data = {
    creator_avatar_url: `${context.webUrl}/avatar.png`,
    creator_username: account.handle,
    creator_nickname: account.displayName,
    privacy_level_options: PRIVACY_LEVELS,
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: MAX_SECONDS,
  };
  return json(200, { data, error: OK });
}
