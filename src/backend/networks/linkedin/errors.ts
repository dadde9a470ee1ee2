import { LINKEDIN_VERSION } from '../../../networks/access/linkedin.js';
import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { after, atMidnightUtc } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'li-duplicate': {
    title: 'LinkedIn’s duplicate answer, as logged by a publisher',
    where: 'https://github.com/Arisamiga/Linkedin-RSS/issues/5',
    asOf: '2023-12-14',
  },
};

export const LINKEDIN_ERRORS = {
  tokenExpired: {
    status: 401,
    code: 'EXPIRED_ACCESS_TOKEN',
    means: 'account_reconnect_required',
    words: 'The token used in the request has expired',
    source: 'memory',
    confidence: 'memory',
  },
  tokenRevoked: {
    status: 401,
    code: 'REVOKED_ACCESS_TOKEN',
    means: 'account_reconnect_required',
    words: 'The token used in the request has been revoked by the user',
    source: 'memory',
    confidence: 'memory',
  },
  tokenEmpty: {
    status: 401,
    code: 'EMPTY_ACCESS_TOKEN',
    means: 'account_reconnect_required',
    words: 'Empty oauth2_access_token',
    source: 'memory',
    confidence: 'memory',
  },
  refreshDead: {
    status: 400,
    code: 'invalid_grant',
    means: 'account_reconnect_required',
    words: 'The provided authorization grant or refresh token is invalid, expired or revoked',
    source: 'memory',
    confidence: 'memory',
  },
  accessDenied: {
    status: 403,
    code: 'ACCESS_DENIED',
    means: 'permission_missing',
    words: `Not enough permissions to access: partnerApiPostsExternal.CREATE.${LINKEDIN_VERSION.name}01`,
    source: 'li-pub',
    confidence: 'secondary',
  },
  /** Contains the existing post: `adapter.ts` decides whether an earlier attempt created it. */
  duplicate: {
    status: 422,
    code: 'DUPLICATE_POST',
    means: 'duplicate_content',
    words:
      'com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of urn:li:share:7141138937766391808',
    source: 'li-duplicate',
    confidence: 'secondary',
  },
  throttled: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    means: 'rate_limited',
    retryAt: atMidnightUtc,
    words: 'Resource level throttle DAY limit for calls to this resource is reached.',
    source: 'li-pub',
    confidence: 'secondary',
  },
  textTooLong: {
    status: 400,
    code: 'FIELD_LENGTH_TOO_LONG',
    means: 'text_too_long',
    words: 'ERROR :: /commentary :: field length too long: the maximum is 3000 characters',
    source: 'li-pub',
    confidence: 'secondary',
  },
  textMissing: {
    status: 422,
    code: 'MISSING_FIELD',
    means: 'text_invalid',
    words: 'ERROR :: /commentary :: field is required but not found and has no default value',
    source: 'memory',
    confidence: 'memory',
  },
  mediaInvalid: {
    status: 400,
    code: 'INVALID_VALUE_FOR_FIELD',
    means: 'media_invalid',
    words: 'ERROR :: /content/media/id :: urn is not a known image of this owner',
    source: 'li-pub',
    confidence: 'secondary',
  },
  processingFailed: {
    status: 200,
    code: 'PROCESSING_FAILED',
    means: 'media_processing_failed',
    words: 'The video could not be processed',
    source: 'memory',
    confidence: 'memory',
  },
  versionRetired: {
    status: 426,
    code: 'NONEXISTENT_VERSION',
    means: 'service_error',
    words: `Requested version ${LINKEDIN_VERSION.name}01 is not active`,
    sentence:
      'LinkedIn has ended the version of its API that this release of Postrider uses. Update Postrider, then retry.',
    source: 'li-pub',
    confidence: 'secondary',
  },
  versionMissing: {
    status: 400,
    code: 'VERSION_MISSING',
    means: 'service_error',
    words: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    source: 'memory',
    confidence: 'memory',
  },
  conflict: {
    status: 409,
    code: 'CONFLICT',
    means: 'network_unavailable',
    retryAt: after(60 * 1000),
    words: 'Write conflict while processing the request',
    source: 'li-pub',
    confidence: 'secondary',
  },
} as const satisfies Record<string, ErrorRow>;

export const linkedinErrors: NetworkErrors = {
  platform: 'linkedin',
  sources: SOURCES,
  rows: Object.values(LINKEDIN_ERRORS),
  rateLimitReset: atMidnightUtc,
  fault: ({ body }) => ({
    code:
      textAt(body, 'errorDetails', 'inputErrors', 0, 'code') ?? textAt(body, 'code') ?? textAt(body, 'error'),
    subcode: null,
    message: textAt(body, 'message') ?? textAt(body, 'error_description'),
  }),
  answer: ({ status, code, words: usual }, words = usual) => {
    if (code === LINKEDIN_ERRORS.refreshDead.code)
      return json(status, { error: code, error_description: words });
    if (status !== 422) return json(status, { status, code, message: words });
    return json(status, {
      errorDetailType: 'com.linkedin.common.error.BadRequest',
      message: words,
      errorDetails: { inputErrors: [{ description: words, input: {}, code }] },
      status,
    });
  },
};
