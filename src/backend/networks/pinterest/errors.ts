import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { inSeconds, secondsIn } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'pi-trial': {
    title: 'Postiz, issue 1084: an answer of Pinterest',
    where: 'https://github.com/gitroomhq/postiz-app/issues/1084',
    asOf: '2025',
  },
};

/** Pinterest's codes are from memory, so rows match by HTTP status where possible. */
export const PINTEREST_ERRORS = {
  authenticationFailed: {
    status: 401,
    code: '2',
    means: 'account_reconnect_required',
    words: 'Authentication failed.',
    source: 'memory',
    confidence: 'memory',
  },
  trialAccess: {
    status: 403,
    code: '29',
    says: /trial access/i,
    means: 'permission_missing',
    words:
      'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
    sentence:
      'Your Pinterest app has Trial access, with which pins can be created in the sandbox only. Set the review of your app to Trial access, and connect the account again.',
    source: 'pi-trial',
    confidence: 'secondary',
  },
  notPermitted: {
    status: 403,
    code: '29',
    means: 'permission_missing',
    words: 'You are not permitted to access that resource.',
    source: 'memory',
    confidence: 'memory',
  },
  boardNotFound: {
    status: 404,
    code: '40',
    means: 'option_invalid',
    words: 'Board not found.',
    source: 'postiz',
    confidence: 'secondary',
  },
  boardInvalid: {
    status: 400,
    code: '1',
    says: /board_id/i,
    means: 'option_invalid',
    words: "Invalid request: '' does not match '^\\\\d+$' in 'board_id'",
    source: 'postiz',
    confidence: 'secondary',
  },
  rateLimited: {
    status: 429,
    code: '8',
    means: 'rate_limited',
    words: 'You have exceeded your rate limit. Try again later.',
    source: 'pi-spec',
    confidence: 'official',
  },
  titleTooLong: {
    status: 400,
    code: '1',
    says: /is too long in 'title'/i,
    means: 'option_invalid',
    words: "Invalid request: '…' is too long in 'title'",
    source: 'postiz',
    confidence: 'secondary',
  },
  textTooLong: {
    status: 400,
    code: '1',
    says: /is too long|maxLength/i,
    means: 'text_too_long',
    words: "Invalid request: '…' is too long in 'description'",
    source: 'postiz',
    confidence: 'secondary',
  },
  mediaMissing: {
    status: 400,
    code: '1',
    says: /'media_source' is a required property/i,
    means: 'media_required',
    words: "Invalid request: 'media_source' is a required property",
    source: 'memory',
    confidence: 'memory',
  },
  tooManyImages: {
    status: 400,
    code: '1',
    says: /maxItems|cover image/i,
    means: 'media_invalid',
    words: 'Invalid request: media_source.items has more than maxItems=5',
    source: 'postiz',
    confidence: 'secondary',
  },
  urlNotReached: {
    status: 400,
    says: /Unable to reach the URL/i,
    means: 'media_invalid',
    words: 'Unable to reach the URL. Please check the URL is correct and try again.',
    source: 'postiz',
    confidence: 'secondary',
  },
  processingFailed: {
    status: 200,
    code: 'status=failed',
    means: 'media_processing_failed',
    words: 'failed',
    source: 'pi-spec',
    confidence: 'official',
  },
} as const satisfies Record<string, ErrorRow>;

export const pinterestErrors: NetworkErrors = {
  platform: 'pinterest',
  sources: SOURCES,
  rows: Object.values(PINTEREST_ERRORS),
  rateLimitReset: secondsIn('x-ratelimit-reset'),
  rateLimitHeaders: (resetAt, now) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': inSeconds(Math.max(0, resetAt - now)),
  }),
  fault: ({ body }) => ({ code: textAt(body, 'code'), subcode: null, message: textAt(body, 'message') }),
  answer: ({ status, code, words: usual }, words = usual) =>
    json(status, { code: Number(code ?? 0), message: words }),
};
