import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { after, dayWindow } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'tt-status': {
    title: 'TikTok: Get Post Status',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status',
    asOf: '2025/26',
  },
};

const OFFICIAL = { source: 'tt-direct', confidence: 'official' } as const;
const FORBIDDEN = { ...OFFICIAL, status: 403 } as const;
/** 403 where a post is opened, 200 where the creator is queried and among the reasons of a failure. */
const CANNOT_POST = { ...FORBIDDEN, anyStatus: true } as const;
/** Failure reasons in a status response: the upload was accepted, but publishing failed. */
const REASON = { status: 200, source: 'tt-status', confidence: 'official' } as const;

export const TIKTOK_ERRORS = {
  tokenInvalid: {
    ...OFFICIAL,
    status: 401,
    code: 'access_token_invalid',
    means: 'account_reconnect_required',
    words: 'The access token is invalid or not found in the request.',
  },
  refreshDead: {
    status: 400,
    code: 'invalid_grant',
    means: 'account_reconnect_required',
    words: 'Refresh token is invalid or expired.',
    source: 'tt-token',
    confidence: 'official',
  },
  scopeMissing: {
    ...OFFICIAL,
    status: 401,
    code: 'scope_not_authorized',
    means: 'permission_missing',
    words: 'The user did not authorize the scope required for completing this request.',
  },
  rateLimited: {
    ...OFFICIAL,
    status: 429,
    code: 'rate_limit_exceeded',
    means: 'rate_limited',
    words: 'The API rate limit was exceeded. Please try again later.',
  },
  tooManyPosts: {
    ...CANNOT_POST,
    code: 'spam_risk_too_many_posts',
    means: 'quota_exceeded',
    retryAt: dayWindow,
    words: 'The daily post cap from the API is reached for the current user.',
  },
  userCap: {
    ...CANNOT_POST,
    code: 'reached_active_user_cap',
    means: 'quota_exceeded',
    retryAt: dayWindow,
    words: 'The daily quota for active publishing users from your client is reached.',
  },
  tooManyPending: {
    ...FORBIDDEN,
    code: 'spam_risk_too_many_pending_share',
    means: 'account_restricted',
    words: 'There may be at most 5 pending shares within any 24-hour period.',
    source: 'tt-upload',
  },
  appTooOld: {
    status: 400,
    code: 'app_version_check_failed',
    means: 'network_refused',
    words: 'To use MEDIA_UPLOAD post_mode, the TikTok app of the user must not be older than 31.8.',
    source: 'tt-photo',
    confidence: 'official',
  },
  banned: {
    ...CANNOT_POST,
    code: 'spam_risk_user_banned_from_posting',
    means: 'account_restricted',
    words: 'The user is banned from making new posts.',
  },
  clientNotAudited: {
    ...FORBIDDEN,
    code: 'unaudited_client_can_only_post_to_private_accounts',
    means: 'permission_missing',
    words: 'Unaudited clients can only post to a private account.',
  },
  privacyMismatch: {
    ...FORBIDDEN,
    code: 'privacy_level_option_mismatch',
    means: 'option_invalid',
    words: 'The privacy_level is not specified or not among the privacy level options of the creator.',
  },
  domainNotVerified: {
    ...FORBIDDEN,
    code: 'url_ownership_unverified',
    means: 'media_invalid',
    words: 'Please verify ownership of the domain.',
  },
  mediaMissing: {
    ...OFFICIAL,
    status: 400,
    code: 'invalid_param',
    says: /source_info|video_size/i,
    means: 'media_required',
    words: 'The request is invalid: source_info.video_size must be larger than 0.',
  },
  titleTooLong: {
    ...OFFICIAL,
    status: 400,
    code: 'invalid_param',
    says: /post_info\.title/i,
    means: 'text_too_long',
    words: 'The request is invalid: post_info.title is longer than 2200 UTF-16 runes.',
  },
  paramInvalid: {
    ...OFFICIAL,
    status: 400,
    code: 'invalid_param',
    means: 'network_refused',
    words: 'The request is invalid: a parameter is not valid.',
  },
  fileFormat: {
    ...REASON,
    code: 'file_format_check_failed',
    means: 'media_invalid',
    words: 'file_format_check_failed',
  },
  duration: {
    ...REASON,
    code: 'duration_check_failed',
    means: 'media_invalid',
    words: 'duration_check_failed',
  },
  frameRate: {
    ...REASON,
    code: 'frame_rate_check_failed',
    means: 'media_invalid',
    words: 'frame_rate_check_failed',
  },
  pictureSize: {
    ...REASON,
    code: 'picture_size_check_failed',
    means: 'media_invalid',
    words: 'picture_size_check_failed',
  },
  videoPull: {
    ...REASON,
    code: 'video_pull_failed',
    means: 'media_processing_failed',
    words: 'video_pull_failed',
  },
  photoPull: {
    ...REASON,
    code: 'photo_pull_failed',
    means: 'media_processing_failed',
    words: 'photo_pull_failed',
  },
  authRemoved: {
    ...REASON,
    code: 'auth_removed',
    means: 'account_reconnect_required',
    words: 'auth_removed',
  },
  internal: { ...REASON, code: 'internal', means: 'media_processing_failed', words: 'internal' },
  spamRisk: { ...REASON, code: 'spam_risk', means: 'content_refused', words: 'spam_risk' },
  spamText: { ...REASON, code: 'spam_risk_text', means: 'content_refused', words: 'spam_risk_text' },
} as const satisfies Record<string, ErrorRow>;

/** TikTok's rate limits are per minute. */
const MINUTE_MS = 60_000;

export const tiktokErrors: NetworkErrors = {
  platform: 'tiktok',
  sources: SOURCES,
  rows: Object.values(TIKTOK_ERRORS),
  rateLimitReset: after(MINUTE_MS),
  fault: ({ body }) => ({
    // The token endpoint returns OAuth errors.
    code: textAt(body, 'error', 'code') ?? textAt(body, 'error'),
    subcode: null,
    message: textAt(body, 'error', 'message') ?? textAt(body, 'error_description'),
  }),
  answer: ({ status, code, words: usual }, words = usual) =>
    code === TIKTOK_ERRORS.refreshDead.code
      ? json(status, { error: code, error_description: words })
      : json(status, {
          data: {},
          error: { code, message: words, log_id: '20261121000000000000000000000000' },
        }),
};
