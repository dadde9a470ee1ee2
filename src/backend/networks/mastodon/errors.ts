import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { isoTimeIn } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'ma-rack': {
    title: 'Mastodon source: rack_attack.rb',
    where: 'mastodon/mastodon config/initializers/rack_attack.rb',
    asOf: '2026',
  },
  'ma-api': {
    title: 'Mastodon source: api_controller.rb',
    where: 'mastodon/mastodon app/controllers/api/base_controller.rb (require_user!)',
    asOf: '2026',
  },
  'pf-status': {
    title: 'Pixelfed source: ApiV1Controller, statusCreate',
    where: 'pixelfed/pixelfed app/Http/Controllers/Api/ApiV1Controller.php (8aae92d)',
    asOf: '2024-03-10',
  },
  'ma-media': {
    title: 'Mastodon docs: media API',
    where: 'mastodon/documentation content/en/methods/media.md (2903485)',
    asOf: '2026-07-02',
  },
};

/** Mastodon has no error codes, only a status and a message. */
export const MASTODON_ERRORS = {
  tokenInvalid: {
    status: 401,
    means: 'account_reconnect_required',
    words: 'The access token is invalid',
    source: 'ma-status',
    confidence: 'official',
  },
  userMissing: {
    status: 422,
    says: /requires an authenticated user/i,
    means: 'account_reconnect_required',
    words: 'This method requires an authenticated user',
    source: 'ma-api',
    confidence: 'official',
  },
  scopeMissing: {
    status: 403,
    says: /outside the authorized scopes/i,
    means: 'permission_missing',
    words: 'This action is outside the authorized scopes',
    source: 'memory',
    confidence: 'memory',
  },
  accountDisabled: {
    status: 403,
    says: /login is currently disabled|suspended|pending approval|confirmed e-mail/i,
    means: 'account_restricted',
    words: 'Your login is currently disabled',
    source: 'memory',
    confidence: 'memory',
  },
  textTooLong: {
    status: 422,
    says: /character limit of \d+ exceeded/i,
    means: 'text_too_long',
    words: 'Validation failed: Text character limit of 500 exceeded',
    source: 'memory',
    confidence: 'memory',
  },
  textBlank: {
    status: 422,
    says: /Text can't be blank/i,
    means: 'text_invalid',
    words: "Validation failed: Text can't be blank",
    source: 'ma-status',
    confidence: 'official',
  },
  fileTypeInvalid: {
    status: 422,
    says: /File content type is invalid/i,
    means: 'media_invalid',
    words: 'Validation failed: File content type is invalid',
    source: 'ma-media',
    confidence: 'official',
  },
  fileTooLarge: {
    status: 422,
    says: /file size must be/i,
    means: 'media_invalid',
    words: 'Validation failed: File file size must be less than 16 MB',
    source: 'memory',
    confidence: 'memory',
  },
  descriptionTooLong: {
    status: 422,
    says: /Description is too long/i,
    means: 'media_invalid',
    words: 'Validation failed: Description is too long (maximum is 1500 characters)',
    source: 'memory',
    confidence: 'memory',
  },
  tooManyFiles: {
    status: 422,
    says: /Cannot attach more than/i,
    means: 'media_invalid',
    words: 'Cannot attach more than 4 files',
    source: 'memory',
    confidence: 'memory',
  },
  notProcessed: {
    status: 422,
    says: /have not finished processing/i,
    means: 'media_processing_failed',
    words: 'Cannot attach files that have not finished processing. Try again in a moment!',
    source: 'memory',
    confidence: 'memory',
  },
  keyRepeated: {
    status: 400,
    says: /Duplicate idempotency key/i,
    means: 'duplicate_content',
    words: 'Duplicate idempotency key.',
    source: 'pf-status',
    confidence: 'official',
  },
  replyGone: {
    status: 404,
    says: /trying to reply to/i,
    means: 'content_refused',
    words: 'The post you are trying to reply to does not appear to exist.',
    source: 'memory',
    confidence: 'memory',
  },
  processingFailed: {
    status: 422,
    says: /processing/i,
    means: 'media_processing_failed',
    words: 'Error processing media',
    source: 'ma-media',
    confidence: 'official',
  },
  thumbnailFailed: {
    status: 500,
    says: /Error processing thumbnail/i,
    means: 'media_processing_failed',
    words: 'Error processing thumbnail for uploaded media',
    source: 'ma-media',
    confidence: 'official',
  },
  throttled: {
    status: 429,
    means: 'rate_limited',
    words: 'Too many requests',
    source: 'ma-rack',
    confidence: 'official',
  },
} as const satisfies Record<string, ErrorRow>;

export const mastodonErrors: NetworkErrors = {
  platform: 'mastodon',
  sources: SOURCES,
  rows: Object.values(MASTODON_ERRORS),
  rateLimitReset: isoTimeIn('x-ratelimit-reset'),
  rateLimitHeaders: (resetAt) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': new Date(resetAt).toISOString().replace('Z', '000Z'),
  }),
  fault: ({ body }) => ({ code: null, subcode: null, message: textAt(body, 'error') }),
  answer: (row, words = row.words) => json(row.status, { error: words }),
};
