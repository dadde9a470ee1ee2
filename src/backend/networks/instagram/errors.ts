import type { Sources } from '../../../networks/sources.js';
import { graphErrors } from '../meta-graph/graph-error.js';
import type { ErrorRow } from '../refusals/read-refusal.js';
import { dayWindow } from '../refusals/retry-times.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'fb-errtable': {
    title: 'A public table of Meta’s codes that cites Meta’s pages',
    where: 'a public PHP table of Meta’s error codes',
    asOf: '2026',
  },
};

const FACT = { status: 400, anyStatus: true, source: 'ig-errors', confidence: 'official' } as const;
const MEDIA = { ...FACT, means: 'media_invalid' } as const;

const UNSOURCED = { status: 400, anyStatus: true, source: 'memory', confidence: 'memory' } as const;

export const INSTAGRAM_ERRORS = {
  dailyLimit: {
    ...FACT,
    code: '9',
    subcode: '2207042',
    means: 'quota_exceeded',
    retryAt: dayWindow,
    words: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  },
  spam: {
    ...FACT,
    code: '4',
    subcode: '2207051',
    means: 'content_refused',
    words: 'We restrict certain activity to protect our community.',
  },
  accountRestricted: {
    ...FACT,
    code: '25',
    subcode: '2207050',
    means: 'account_restricted',
    words: 'The Instagram account is restricted.',
  },
  captionTooLong: {
    ...FACT,
    code: '36004',
    subcode: '2207010',
    means: 'text_too_long',
    words: 'The caption was too long: at most 2200 characters, 30 hashtags and 20 @ tags.',
  },
  commentTooLong: {
    status: 400,
    code: '100',
    says: /message.*too long/i,
    means: 'text_too_long',
    words: '(#100) The parameter message is too long.',
    source: 'memory',
    confidence: 'memory',
  },
  imageTooLarge: {
    ...MEDIA,
    code: '36000',
    subcode: '2207004',
    words: 'The image is too large to download: at most 8 MiB.',
  },
  imageFormat: { ...MEDIA, code: '36001', subcode: '2207005', words: 'The image format is not supported.' },
  aspectRatio: {
    ...MEDIA,
    code: '36003',
    subcode: '2207009',
    words: 'The submitted image’s aspect ratio is not supported.',
  },
  videoFormat: { ...MEDIA, code: '352', subcode: '2207026', words: 'The video format is not supported.' },
  carouselItems: { ...MEDIA, code: '100', subcode: '2207028', words: 'A carousel needs 2 to 10 items.' },
  notFetched: {
    ...MEDIA,
    code: '9004',
    subcode: '2207052',
    words: 'The media could not be fetched from this URI.',
  },
  mediaRequired: {
    status: 400,
    code: '100',
    says: /image_url is required|media.*required/i,
    means: 'media_required',
    words: '(#100) The parameter image_url is required.',
    source: 'memory',
    confidence: 'memory',
  },
  downloadTimeout: {
    ...FACT,
    code: '-2',
    subcode: '2207003',
    means: 'media_processing_failed',
    words: 'It takes too long to download the media.',
  },
  createFailed: {
    ...FACT,
    code: '-1',
    subcode: '2207032',
    means: 'media_processing_failed',
    words: 'Create media fail, please try to re-create media.',
  },
  uploadFailed: {
    ...FACT,
    code: '-1',
    subcode: '2207053',
    means: 'media_processing_failed',
    words: 'Unknown upload error.',
  },
  notReady: {
    ...FACT,
    code: '9007',
    subcode: '2207027',
    means: 'media_processing_failed',
    words: 'The media is not ready for publishing, please wait for a moment.',
  },
  containerMissing: {
    ...FACT,
    code: '24',
    subcode: '2207006',
    means: 'media_processing_failed',
    words: 'The requested resource does not exist: the media container is unknown.',
  },
  containerExpired: {
    ...FACT,
    code: '24',
    subcode: '2207008',
    means: 'media_processing_failed',
    words: 'The media container has expired.',
  },
  windowClosed: {
    status: 400,
    anyStatus: true,
    code: '10',
    subcode: '2534022',
    means: 'reply_window_closed',
    words: '(#10) This message is sent outside of allowed window.',
    source: 'fb-errtable',
    confidence: 'secondary',
  },
  personUnavailable: {
    ...UNSOURCED,
    code: '100',
    subcode: '2534014',
    means: 'person_unreachable',
    words: 'The requested user cannot be found.',
  },
  privateReplyUsed: {
    ...UNSOURCED,
    code: '100',
    subcode: '2534025',
    means: 'reply_not_possible',
    isRepeat: true,
    words: 'This comment has been answered with a private reply already.',
  },
  privateReplyTooLate: {
    ...UNSOURCED,
    code: '100',
    says: /private repl.*(too old|7 days)/i,
    means: 'reply_not_possible',
    words: '(#100) Private replies are possible for 7 days: this comment is too old.',
  },
  commentClosed: {
    ...UNSOURCED,
    code: '100',
    says: /hidden|live video/i,
    means: 'reply_not_possible',
    words: '(#100) Replies cannot be made to hidden comments or to comments on a live video.',
  },
  heldByApp: {
    ...UNSOURCED,
    code: '100',
    subcode: '2018300',
    means: 'conversation_held',
    words: 'Another app is controlling this thread now.',
  },
  failed: {
    status: 200,
    code: 'ERROR',
    means: 'media_processing_failed',
    words: 'ERROR',
    source: 'ig-publish',
    confidence: 'official',
  },
  expired: {
    status: 200,
    code: 'EXPIRED',
    means: 'media_processing_failed',
    words: 'EXPIRED',
    source: 'ig-publish',
    confidence: 'official',
  },
} as const satisfies Record<string, ErrorRow>;

export const instagramErrors = graphErrors('instagram', Object.values(INSTAGRAM_ERRORS), SOURCES);
