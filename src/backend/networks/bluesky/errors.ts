import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { inSeconds, unixSecondsIn } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'bs-rate': {
    title: 'Bluesky docs: Rate limits',
    where: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
    asOf: '2026',
  },
  'bs-pds-put': {
    title: 'atproto PDS source: putRecord',
    where: 'bluesky-social/atproto packages/pds/src/api/com/atproto/repo/putRecord.ts (05c4bca)',
    asOf: '2026',
  },
};

/** Nearly all errors have status 400, even an expired token, so rows match by error name, then by message. */
export const BLUESKY_ERRORS = {
  tokenExpired: {
    status: 400,
    code: 'ExpiredToken',
    means: 'account_reconnect_required',
    words: 'Token has expired',
    source: 'bs-run',
    confidence: 'measured',
  },
  tokenInvalid: {
    status: 400,
    code: 'InvalidToken',
    means: 'account_reconnect_required',
    words: 'Token could not be verified',
    source: 'bs-run',
    confidence: 'measured',
  },
  tokenMissing: {
    status: 401,
    code: 'AuthMissing',
    means: 'account_reconnect_required',
    words: 'Authentication Required',
    source: 'bs-run',
    confidence: 'measured',
  },
  loginFailed: {
    status: 401,
    code: 'AuthenticationRequired',
    means: 'account_reconnect_required',
    words: 'Invalid identifier or password',
    source: 'bs-run',
    confidence: 'measured',
  },
  tooManyGraphemes: {
    status: 400,
    code: 'InvalidRequest',
    says: /grapheme too big \(maximum \d+, got \d+\) at \$\.record\.text/,
    means: 'text_too_long',
    words: 'grapheme too big (maximum 300, got 301) at $.record.text',
    source: 'bs-run',
    confidence: 'measured',
  },
  tooManyBytes: {
    status: 400,
    code: 'InvalidRequest',
    says: /string too big \(maximum \d+, got \d+\) at \$\.record\.text/,
    means: 'text_too_long',
    words: 'string too big (maximum 3000, got 3001) at $.record.text',
    source: 'bs-run',
    confidence: 'measured',
  },
  tooManyImages: {
    status: 400,
    code: 'InvalidRequest',
    says: /array too big .* at \$\.record\.embed\.images/,
    means: 'media_invalid',
    words: 'array too big (maximum 4, got 5) at $.record.embed.images',
    source: 'bs-run',
    confidence: 'measured',
  },
  blobTooBig: {
    status: 400,
    code: 'InvalidRequest',
    says: /blob too big/,
    means: 'media_invalid',
    words: 'blob too big (maximum 2000000, got 2000001) at $.record.embed.images[0].image',
    source: 'bs-run',
    confidence: 'measured',
  },
  uploadTooBig: {
    status: 413,
    code: 'PayloadTooLarge',
    means: 'media_invalid',
    words: 'request entity too large',
    source: 'bs-run',
    confidence: 'measured',
  },
  blobUnknown: {
    status: 400,
    code: 'BlobNotFound',
    means: 'media_processing_failed',
    words: 'Could not find blob',
    source: 'memory',
    confidence: 'memory',
  },
  recordDiffers: {
    status: 400,
    code: 'InvalidSwap',
    means: 'service_error',
    words: 'Record was at another version',
    source: 'bs-pds-put',
    confidence: 'official',
  },
  rateLimited: {
    status: 429,
    code: 'RateLimitExceeded',
    means: 'rate_limited',
    words: 'Rate Limit Exceeded',
    source: 'bs-rate',
    confidence: 'official',
  },
  videoFailed: {
    status: 200,
    code: 'JOB_STATE_FAILED',
    means: 'media_processing_failed',
    words: 'encoding_failure',
    source: 'bs-lex',
    confidence: 'official',
  },
  takenDown: {
    status: 400,
    code: 'AccountTakedown',
    means: 'account_restricted',
    words: 'Account has been taken down',
    source: 'memory',
    confidence: 'memory',
  },
} as const satisfies Record<string, ErrorRow>;

export const blueskyErrors: NetworkErrors = {
  platform: 'bluesky',
  sources: SOURCES,
  rows: Object.values(BLUESKY_ERRORS),
  rateLimitReset: unixSecondsIn('ratelimit-reset'),
  rateLimitHeaders: (resetAt) => ({ 'ratelimit-remaining': '0', 'ratelimit-reset': inSeconds(resetAt) }),
  fault: ({ body }) => ({ code: textAt(body, 'error'), subcode: null, message: textAt(body, 'message') }),
  answer: (row, words = row.words) => json(row.status, { error: row.code, message: words }),
};
