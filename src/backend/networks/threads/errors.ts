import type { Sources } from '../../../networks/sources.js';
import { graphErrors } from '../meta-graph/graph-error.js';
import type { ErrorRow } from '../refusals/read-refusal.js';
import { dayWindow } from '../refusals/retry-times.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'th-trouble': {
    title: 'Threads API: Troubleshooting',
    where: 'https://developers.facebook.com/documentation/threads/troubleshooting.md',
    asOf: '2026',
  },
};

const CONTAINER = {
  status: 200,
  means: 'media_invalid',
  source: 'th-trouble',
  confidence: 'official',
} as const;
const PROCESSING = { ...CONTAINER, means: 'media_processing_failed' } as const;

export const THREADS_ERRORS = {
  textTooLong: {
    status: 400,
    code: '100',
    says: /at most 500|too long/i,
    means: 'text_too_long',
    words: 'Param text must be at most 500 characters long.',
    source: 'postiz',
    confidence: 'secondary',
  },
  tooManyLinks: {
    status: 400,
    code: 'THREADS_API__LINK_LIMIT_EXCEEDED',
    means: 'text_invalid',
    words: 'The post has more than 5 links.',
    source: 'th-attach',
    confidence: 'official',
  },
  textMissing: {
    status: 400,
    code: '100',
    says: /text.*required/i,
    means: 'text_invalid',
    words: 'The parameter text is required.',
    source: 'memory',
    confidence: 'memory',
  },
  mediaNotFetched: {
    status: 400,
    says: /could not be fetched/i,
    means: 'media_invalid',
    words: 'The media could not be fetched from this URI.',
    source: 'postiz',
    confidence: 'secondary',
  },
  spam: {
    status: 400,
    anyStatus: true,
    subcode: '2207051',
    means: 'content_refused',
    words: 'We restrict certain activity to protect our community.',
    source: 'postiz',
    confidence: 'secondary',
  },
  userRestricted: {
    status: 400,
    anyStatus: true,
    subcode: '4279013',
    means: 'account_restricted',
    words: 'The user is restricted.',
    source: 'postiz',
    confidence: 'secondary',
  },
  dailyLimit: {
    status: 400,
    anyStatus: true,
    code: '9',
    subcode: '2207042',
    means: 'quota_exceeded',
    retryAt: dayWindow,
    words: 'You have reached the maximum number of posts that may be published in 24 hours.',
    source: 'memory',
    confidence: 'memory',
  },
  notReady: {
    status: 400,
    code: '9007',
    means: 'media_processing_failed',
    words: 'The media is not ready for publishing, please wait for a moment.',
    source: 'memory',
    confidence: 'memory',
  },
  containerGone: {
    status: 400,
    code: '24',
    means: 'media_processing_failed',
    words: 'The requested resource does not exist: the media container is unknown or expired.',
    source: 'memory',
    confidence: 'memory',
  },
  downloadFailed: { ...PROCESSING, code: 'FAILED_DOWNLOADING_VIDEO', words: 'FAILED_DOWNLOADING_VIDEO' },
  audioFailed: { ...PROCESSING, code: 'FAILED_PROCESSING_AUDIO', words: 'FAILED_PROCESSING_AUDIO' },
  videoFailed: { ...PROCESSING, code: 'FAILED_PROCESSING_VIDEO', words: 'FAILED_PROCESSING_VIDEO' },
  unknown: { ...PROCESSING, code: 'UNKNOWN', words: 'UNKNOWN' },
  expired: { ...PROCESSING, code: 'EXPIRED', words: 'EXPIRED' },
  failed: { ...PROCESSING, code: 'ERROR', words: 'ERROR' },
  // The spelling is Threads'.
  aspectRatio: { ...CONTAINER, code: 'INVALID_ASPEC_RATIO', words: 'INVALID_ASPEC_RATIO' },
  bitRate: { ...CONTAINER, code: 'INVALID_BIT_RATE', words: 'INVALID_BIT_RATE' },
  duration: { ...CONTAINER, code: 'INVALID_DURATION', words: 'INVALID_DURATION' },
  frameRate: { ...CONTAINER, code: 'INVALID_FRAME_RATE', words: 'INVALID_FRAME_RATE' },
  audioChannels: { ...CONTAINER, code: 'INVALID_AUDIO_CHANNELS', words: 'INVALID_AUDIO_CHANNELS' },
  audioLayout: { ...CONTAINER, code: 'INVALID_AUDIO_CHANNEL_LAYOUT', words: 'INVALID_AUDIO_CHANNEL_LAYOUT' },
} as const satisfies Record<string, ErrorRow>;

export const threadsErrors = graphErrors('threads', Object.values(THREADS_ERRORS), SOURCES);
