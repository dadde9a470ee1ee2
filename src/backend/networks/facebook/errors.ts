import type { Sources } from '../../../networks/sources.js';
import { callWindow, graphErrors } from '../meta-graph/graph-error.js';
import type { ErrorRow } from '../refusals/read-refusal.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'fb-secure': {
    title: 'Graph API: Securing requests',
    where: 'https://developers.facebook.com/docs/graph-api/guides/secure-requests',
    asOf: '2026',
  },
  'ms-errors': {
    title: 'Messenger Platform: Common error codes',
    where: 'https://developers.facebook.com/documentation/business-messaging/messenger-platform/error-codes',
    asOf: '2026-03-18',
  },
};

const OFFICIAL = { status: 400, anyStatus: true, source: 'fb-errors', confidence: 'official' } as const;
const REPORTED = { status: 400, anyStatus: true, source: 'postiz', confidence: 'secondary' } as const;
const MEDIA = { ...REPORTED, means: 'media_invalid' } as const;
const REEL = { ...MEDIA, source: 'fb-reels' } as const;

const MESSENGER = { status: 400, anyStatus: true, source: 'ms-errors', confidence: 'secondary' } as const;
const UNSOURCED = { status: 400, anyStatus: true, source: 'memory', confidence: 'memory' } as const;

export const FACEBOOK_ERRORS = {
  duplicate: {
    ...OFFICIAL,
    code: '506',
    means: 'duplicate_content',
    words: 'Duplicate status message: this status update is identical to the last one you posted.',
  },
  photosPosted: {
    ...REPORTED,
    subcode: '1366051',
    means: 'duplicate_content',
    words: 'These photos were already posted.',
  },
  tooFast: {
    ...REPORTED,
    subcode: '1390008',
    means: 'rate_limited',
    retryAt: callWindow,
    words: 'You’re posting too fast. Please wait and try again.',
  },
  callLimit: {
    ...OFFICIAL,
    code: '80001',
    means: 'rate_limited',
    retryAt: callWindow,
    words: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
  },
  blocked: {
    ...OFFICIAL,
    code: '368',
    means: 'account_restricted',
    words:
      'The action attempted has been deemed abusive or is otherwise disallowed: you are temporarily blocked.',
  },
  proofWrong: {
    ...OFFICIAL,
    source: 'fb-secure',
    code: '100',
    says: /appsecret_proof/i,
    means: 'account_reconnect_required',
    words: 'Invalid appsecret_proof provided in the API argument',
    sentence:
      'Facebook does not accept the secret of the app: set the current one, then reconnect the account.',
  },
  wrongTokenType: {
    ...REPORTED,
    code: '190',
    subcode: '2069032',
    means: 'permission_missing',
    words: 'User access token is not supported: a Page access token is required.',
  },
  pageRoleLost: {
    status: 400,
    anyStatus: true,
    code: '190',
    subcode: '492',
    means: 'permission_missing',
    words: 'The user must be an administrator, editor or moderator of the page to impersonate it.',
    source: 'memory',
    confidence: 'memory',
  },
  pageAuthorisationNeeded: {
    status: 400,
    anyStatus: true,
    subcode: '1404078',
    means: 'account_restricted',
    words: 'Page publishing authorisation is needed before this page can post.',
    source: 'memory',
    confidence: 'memory',
  },
  identityNeeded: {
    status: 400,
    anyStatus: true,
    subcode: '4854002',
    means: 'account_restricted',
    words: 'Confirm your identity before this page can post.',
    source: 'memory',
    confidence: 'memory',
  },
  textTooLong: {
    ...REPORTED,
    code: '100',
    says: /too long|characters/i,
    means: 'text_too_long',
    words: '(#100) Param message must be at most 63206 characters long.',
  },
  textMissing: {
    ...REPORTED,
    code: '100',
    says: /empty|message or link|attachment/i,
    means: 'text_invalid',
    words: '(#100) Missing message or attachment: the post is empty.',
    source: 'memory',
    confidence: 'memory',
  },
  linkNotScrapable: {
    ...OFFICIAL,
    code: '1609005',
    means: 'option_invalid',
    words: 'There was a problem scraping data from the provided link.',
  },
  photoInvalid: {
    ...MEDIA,
    subcode: '1366046',
    words: 'Your photos couldn’t be uploaded: at most 4 MB, JPG, PNG, GIF, TIFF or BMP.',
  },
  fileInvalid: { ...MEDIA, subcode: '2069019', words: 'The file is not valid.' },
  reelRatio: { ...REEL, code: '1363040', words: 'The reel’s aspect ratio is not supported.' },
  reelResolution: { ...REEL, code: '1363127', words: 'The reel’s resolution is too low.' },
  reelDuration: { ...REEL, code: '1363128', words: 'The reel’s duration is not supported.' },
  reelFrameRate: { ...REEL, code: '1363129', words: 'The reel’s frame rate is not supported.' },
  windowClosed: {
    ...MESSENGER,
    code: '10',
    subcode: '2018278',
    means: 'reply_window_closed',
    words: '(#10) This message is sent outside of allowed window.',
  },
  pageRestricted: {
    ...MESSENGER,
    code: '10',
    subcode: '1893063',
    means: 'account_restricted',
    words: '(#10) This Page is restricted from sending messages.',
  },
  personUnavailable: {
    ...MESSENGER,
    code: '551',
    subcode: '1545041',
    means: 'person_unreachable',
    words: '(#551) This person isn’t available right now.',
  },
  personUnknown: {
    ...UNSOURCED,
    code: '100',
    subcode: '2018001',
    means: 'person_unreachable',
    words: '(#100) No matching user found.',
  },
  heldByApp: {
    ...MESSENGER,
    subcode: '2018300',
    means: 'conversation_held',
    words: '(#10) Another app is controlling this thread now.',
  },
  heldByInbox: {
    ...MESSENGER,
    subcode: '2018321',
    means: 'conversation_held',
    words: '(#10) The Page inbox is controlling this thread now.',
  },
  privateReplyUsed: {
    ...UNSOURCED,
    code: '10900',
    means: 'reply_not_possible',
    isRepeat: true,
    words: '(#10900) Activity already replied to.',
  },
  privateReplyTooLate: {
    ...UNSOURCED,
    code: '100',
    says: /private repl.*(too old|7 days)/i,
    means: 'reply_not_possible',
    words: '(#100) Private replies are possible for 7 days: this activity is too old.',
  },
  commentClosed: {
    ...UNSOURCED,
    code: '100',
    says: /hidden/i,
    means: 'reply_not_possible',
    words: '(#100) Comments cannot be made on a hidden comment.',
  },
  processingFailed: {
    status: 200,
    code: 'status.video_status=error',
    means: 'media_processing_failed',
    words: 'The video could not be processed.',
    source: 'memory',
    confidence: 'memory',
  },
} as const satisfies Record<string, ErrorRow>;

export const facebookErrors = graphErrors('facebook', Object.values(FACEBOOK_ERRORS), SOURCES);
