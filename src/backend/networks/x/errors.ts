import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { after, inSeconds, unixSecondsIn } from '../refusals/retry-times.js';
import { listAt, textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'x-errors': {
    title: 'docs.x.com: Response codes and errors',
    where: 'xdevplatform/docs x-api/fundamentals/response-codes-and-errors.mdx (2871328)',
    asOf: '2026-08-22',
  },
};

const PROBLEMS = 'https://api.x.com/2/problems/';

/** Many 403 errors have the type `about:blank`, so rows match by message. */
export const X_ERRORS = {
  unauthorized: {
    status: 401,
    means: 'account_reconnect_required',
    words: 'Unauthorized',
    source: 'x-errors',
    confidence: 'official',
  },
  refreshInvalid: {
    status: 400,
    code: 'invalid_request',
    says: /token was invalid/i,
    means: 'account_reconnect_required',
    words: 'Value passed for the token was invalid.',
    source: 'x-oauth',
    confidence: 'official',
  },
  duplicate: {
    status: 403,
    says: /duplicate content/i,
    means: 'duplicate_content',
    words: 'You are not allowed to create a Tweet with duplicate content.',
    source: 'x-pubcode',
    confidence: 'secondary',
  },
  videoTooLong: {
    status: 403,
    says: /video longer than/i,
    means: 'media_invalid',
    words: 'You are not permitted to post a video longer than 20 minutes.',
    source: 'x-media',
    confidence: 'official',
  },
  tooManyCashtags: {
    status: 403,
    says: /cashtag/i,
    means: 'text_invalid',
    words: 'You are not permitted to post more than one cashtag.',
    source: 'x-manage',
    confidence: 'official',
  },
  replyRestricted: {
    status: 403,
    says: /reply to this conversation|mentioned or (otherwise )?engaged/i,
    means: 'content_refused',
    words:
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    source: 'x-manage',
    confidence: 'official',
  },
  suspended: {
    status: 403,
    says: /suspended|temporarily locked/i,
    means: 'account_restricted',
    words: 'Your account is suspended and is not permitted to access this feature.',
    source: 'memory',
    confidence: 'memory',
  },
  clientForbidden: {
    status: 403,
    code: 'client-forbidden',
    means: 'permission_missing',
    words:
      'When authenticating requests to the X API v2 endpoints, you must use keys and tokens from a developer App that is attached to a Project.',
    source: 'x-errors',
    confidence: 'official',
  },
  notAuthorized: {
    status: 403,
    code: 'not-authorized-for-resource',
    means: 'permission_missing',
    words: 'Your client app is not configured with the appropriate permissions for this endpoint.',
    source: 'x-errors',
    confidence: 'official',
  },
  notPermitted: {
    status: 403,
    says: /not permitted to perform this action/i,
    means: 'permission_missing',
    words: 'You are not permitted to perform this action.',
    source: 'x-errors',
    confidence: 'official',
  },
  textTooLong: {
    status: 400,
    code: 'invalid-request',
    says: /text is too long/i,
    means: 'text_too_long',
    words:
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    source: 'x-pubcode',
    confidence: 'secondary',
  },
  replyGone: {
    status: 400,
    code: 'invalid-request',
    says: /in reply to .*(deleted|not visible)/i,
    means: 'content_refused',
    words: 'You are in reply to a Tweet that is deleted or not visible to you.',
    source: 'memory',
    confidence: 'memory',
  },
  replySettingsInvalid: {
    status: 400,
    code: 'invalid-request',
    says: /reply_settings/i,
    means: 'option_invalid',
    words:
      'The `reply_settings` query parameter value is not one of [following,mentionedUsers,subscribers,verified]',
    source: 'x-openapi',
    confidence: 'official',
  },
  textMissing: {
    status: 400,
    code: 'invalid-request',
    says: /text is missing/i,
    means: 'text_invalid',
    words: 'The request must include either text or media: text is missing.',
    source: 'memory',
    confidence: 'memory',
  },
  mediaInvalid: {
    status: 400,
    code: 'invalid-request',
    says: /media/i,
    means: 'media_invalid',
    words: 'Your media IDs are invalid.',
    source: 'x-openapi',
    confidence: 'official',
  },
  rateLimited: {
    status: 429,
    code: 'rate-limit-exceeded',
    means: 'rate_limited',
    words: 'Too Many Requests',
    source: 'x-errors',
    confidence: 'official',
  },
  usageCapped: {
    status: 429,
    code: 'usage-capped',
    means: 'quota_exceeded',
    // The cap applies to the billing period, whose end is not in the response.
    retryAt: after(24 * 60 * 60 * 1000),
    words: 'Usage cap exceeded: Monthly product cap',
    source: 'x-errors',
    confidence: 'official',
  },
  noCredits: {
    status: 402,
    means: 'quota_exceeded',
    words: 'Your enrolled account does not have any credits to fulfill this request.',
    source: 'x-pubcode',
    confidence: 'secondary',
  },
  processingFailed: {
    status: 200,
    code: 'processing_info.state=failed',
    means: 'media_processing_failed',
    words: 'InvalidMedia',
    source: 'x-openapi',
    confidence: 'official',
  },
} as const satisfies Record<string, ErrorRow>;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  429: 'Too Many Requests',
};

/** The specific error if there is one: `detail` is then generic. */
function messageOf(body: unknown): string | null {
  const particular = listAt(body, 'errors').flatMap((error) => textAt(error, 'message') ?? []);
  return particular.length > 0 ? particular.join(' ') : (textAt(body, 'detail') ?? textAt(body, 'title'));
}

export const xErrors: NetworkErrors = {
  platform: 'x',
  sources: SOURCES,
  rows: Object.values(X_ERRORS),
  rateLimitReset: unixSecondsIn('x-rate-limit-reset'),
  rateLimitHeaders: (resetAt) => ({
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': inSeconds(resetAt),
  }),
  fault: ({ body }) => {
    const type = textAt(body, 'type');
    // The token endpoint returns OAuth errors.
    const oauth = textAt(body, 'error');
    if (oauth !== null) return { code: oauth, subcode: null, message: textAt(body, 'error_description') };
    const problem = type?.includes('/problems/') ? type.slice(type.lastIndexOf('/') + 1) : null;
    return { code: problem ?? textAt(body, 'title'), subcode: null, message: messageOf(body) };
  },
  answer: ({ status, code, words: usual }, words = usual) => {
    const title = TITLES[status] ?? 'Error';
    if (code === X_ERRORS.refreshInvalid.code) return json(status, { error: code, error_description: words });
    if (code === undefined) return json(status, { title, type: 'about:blank', status, detail: words });
    const general = {
      title,
      detail: 'One or more parameters to your request was invalid.',
      type: PROBLEMS + code,
    };
    return code === 'invalid-request'
      ? json(status, { errors: [{ message: words }], ...general })
      : json(status, { title, detail: words, type: PROBLEMS + code, status });
  },
};
