import type { Platform } from '../../../contract/platforms.js';
import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { after, type RetryTime } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';
import type { WireResponse } from '../wire.js';

const MINUTE = 60_000;

/** Meta counts calls in a sliding hour and does not say when the limit resets. */
export const callWindow: RetryTime = after(60 * MINUTE);

const TOKEN = {
  code: '190',
  means: 'account_reconnect_required',
  source: 'fb-errors',
  confidence: 'official',
} as const;
const LIMIT = {
  means: 'rate_limited',
  retryAt: callWindow,
  source: 'fb-errors',
  confidence: 'official',
} as const;
const DENIED = { means: 'permission_missing', source: 'fb-errors', confidence: 'official' } as const;

/**
 * Errors that Instagram, Threads and Facebook share. The sources state codes and subcodes but often not the HTTP
 * status, so it is not compared.
 */
export const GRAPH_ERRORS = {
  tokenExpired: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    subcode: '463',
    words: 'Error validating access token: Session has expired',
  },
  tokenInvalid: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    subcode: '467',
    words: 'The access token is invalid',
  },
  passwordChanged: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    subcode: '460',
    words:
      'Error validating access token: The session has been invalidated because the user changed their password',
  },
  applicationRemoved: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    subcode: '458',
    words: 'Error validating access token: The user has not authorized application',
  },
  checkpoint: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    subcode: '459',
    means: 'account_restricted',
    words: 'You cannot access the app till you log in and follow the instructions given',
  },
  token: {
    ...TOKEN,
    status: 400,
    anyStatus: true,
    words: 'Invalid OAuth access token - Cannot parse access token',
  },
  permissionDenied: {
    ...DENIED,
    status: 403,
    anyStatus: true,
    code: '10',
    words: '(#10) Application does not have permission for this action',
  },
  permissionMissing: {
    ...DENIED,
    status: 403,
    anyStatus: true,
    code: '200',
    words: '(#200) Requires extended permission',
  },
  applicationLimit: {
    ...LIMIT,
    status: 400,
    anyStatus: true,
    code: '4',
    words: '(#4) Application request limit reached',
  },
  userLimit: {
    ...LIMIT,
    status: 400,
    anyStatus: true,
    code: '17',
    words: '(#17) User request limit reached',
  },
  pageLimit: {
    ...LIMIT,
    status: 400,
    anyStatus: true,
    code: '32',
    words: '(#32) Page request limit reached',
  },
  customLimit: {
    ...LIMIT,
    status: 400,
    anyStatus: true,
    code: '613',
    words: '(#613) Calls to this api have exceeded the rate limit.',
  },
} as const satisfies Record<string, ErrorRow>;

/** An error response of the Graph API. */
export function graphAnswer(row: ErrorRow, words: string = row.words): WireResponse {
  return json(row.status, {
    error: {
      message: words,
      type: row.code === '190' ? 'OAuthException' : 'GraphMethodException',
      ...(row.code !== undefined && { code: Number.isNaN(Number(row.code)) ? row.code : Number(row.code) }),
      ...(row.subcode !== undefined && { error_subcode: Number(row.subcode) }),
      fbtrace_id: 'AxSimulated0trace',
    },
  });
}

/** The error table of a Graph API network: its own rows first, then the shared ones. */
export function graphErrors(
  platform: Platform,
  own: readonly ErrorRow[],
  sources: Sources = {},
): NetworkErrors {
  return {
    platform,
    sources,
    rows: [...own, ...Object.values(GRAPH_ERRORS)],
    rateLimitReset: callWindow,
    fault: ({ body }) => ({
      code: textAt(body, 'error', 'code'),
      subcode: textAt(body, 'error', 'error_subcode'),
      message: textAt(body, 'error', 'error_user_msg') ?? textAt(body, 'error', 'message'),
    }),
    answer: graphAnswer,
  };
}
