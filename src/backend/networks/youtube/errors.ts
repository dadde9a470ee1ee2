import type { Sources } from '../../../networks/sources.js';
import { json } from '../answers.js';
import type { ErrorRow, NetworkErrors } from '../refusals/read-refusal.js';
import { after, atMidnightPacific, dayWindow } from '../refusals/retry-times.js';
import { textAt } from '../requests/json-answer.js';

/** Sources cited only in this table. */
const SOURCES: Sources = {
  'yt-errors': {
    title: 'YouTube Data API: Errors',
    where: 'https://developers.google.com/youtube/v3/docs/errors',
    asOf: '2026-11',
  },
  'yt-comments': {
    title: 'YouTube Data API: comments.insert, Errors',
    where: 'https://developers.google.com/youtube/v3/docs/comments/insert#errors',
    asOf: '2026-11',
  },
};

const REPORTED = { source: 'postiz', confidence: 'secondary' } as const;
const UNSOURCED = { source: 'memory', confidence: 'memory' } as const;
const FORBIDDEN = { status: 403, source: 'yt-errors', confidence: 'official' } as const;
const METADATA = { ...REPORTED, status: 400 } as const;
const COMMENT = { source: 'yt-comments', confidence: 'official', means: 'reply_not_possible' } as const;
/** The meaning of `status.uploadStatus` and its reason after a video was accepted. */
const AFTERWARDS = { ...UNSOURCED, status: 200 } as const;

export const YOUTUBE_ERRORS = {
  tokenInvalid: {
    ...REPORTED,
    status: 401,
    code: 'authError',
    means: 'account_reconnect_required',
    words:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  },
  refreshDead: {
    status: 400,
    code: 'invalid_grant',
    means: 'account_reconnect_required',
    words: 'Token has been expired or revoked.',
    source: 'google-oauth',
    confidence: 'secondary',
  },
  noChannel: {
    ...REPORTED,
    status: 401,
    code: 'youtubeSignupRequired',
    means: 'account_restricted',
    words: 'The account has no YouTube channel: create one first.',
  },
  accountClosed: {
    ...FORBIDDEN,
    code: 'authenticatedUserAccountClosed',
    means: 'account_restricted',
    words: 'The YouTube account of the authenticated user is closed.',
    sentence: 'The YouTube account is closed.',
  },
  accountSuspended: {
    ...FORBIDDEN,
    code: 'authenticatedUserAccountSuspended',
    means: 'account_restricted',
    words: 'The YouTube account of the authenticated user is suspended.',
    sentence: 'YouTube has suspended the account.',
  },
  apiDisabled: {
    status: 403,
    code: 'accessNotConfigured',
    means: 'permission_missing',
    words:
      'YouTube Data API v3 has not been used in project 1 before or it is disabled. Enable it, then retry.',
    sentence: 'The YouTube Data API v3 is not enabled in your Google Cloud project.',
    source: 'memory',
    confidence: 'memory',
  },
  forbidden: {
    ...UNSOURCED,
    status: 403,
    code: 'forbidden',
    means: 'permission_missing',
    words: 'Forbidden',
  },
  insufficientPermissions: {
    ...UNSOURCED,
    status: 403,
    code: 'insufficientPermissions',
    means: 'permission_missing',
    words: 'Request had insufficient authentication scopes.',
  },
  quotaExceeded: {
    ...UNSOURCED,
    status: 403,
    code: 'quotaExceeded',
    means: 'quota_exceeded',
    retryAt: atMidnightPacific,
    words: 'The request cannot be completed because you have exceeded your quota.',
  },
  rateLimitExceeded: {
    ...REPORTED,
    status: 403,
    code: 'rateLimitExceeded',
    means: 'rate_limited',
    words: 'Rate limit exceeded.',
  },
  uploadLimitExceeded: {
    status: 400,
    code: 'uploadLimitExceeded',
    means: 'quota_exceeded',
    retryAt: dayWindow,
    words: 'The user has exceeded the number of videos they may upload.',
    source: 'yt-insert',
    confidence: 'official',
  },
  invalidTitle: {
    ...METADATA,
    code: 'invalidTitle',
    means: 'option_invalid',
    words: 'The request metadata specifies an invalid or empty video title.',
  },
  invalidDescription: {
    ...METADATA,
    code: 'invalidDescription',
    means: 'text_too_long',
    words: 'The request metadata specifies an invalid video description.',
  },
  invalidTags: {
    ...METADATA,
    code: 'invalidTags',
    means: 'text_invalid',
    words: 'The request metadata specifies invalid video keywords.',
  },
  invalidPublishAt: {
    ...METADATA,
    code: 'invalidPublishAt',
    means: 'option_invalid',
    words: 'The request metadata specifies an invalid scheduled publishing time.',
  },
  invalidCategoryId: {
    ...METADATA,
    code: 'invalidCategoryId',
    means: 'option_invalid',
    words: 'The snippet.categoryId property specifies an invalid category ID.',
  },
  invalidVideoMetadata: {
    ...METADATA,
    code: 'invalidVideoMetadata',
    means: 'option_invalid',
    words: 'The request metadata is invalid.',
  },
  videoNotFound: {
    ...UNSOURCED,
    status: 404,
    code: 'videoNotFound',
    means: 'network_refused',
    words: 'The video identified by the videoId parameter could not be found.',
  },
  commentNotFound: {
    ...COMMENT,
    status: 404,
    code: 'commentNotFound',
    words: 'The specified comment could not be found.',
  },
  parentNotFound: {
    ...COMMENT,
    status: 404,
    code: 'parentCommentNotFound',
    words: 'The specified parent comment could not be found.',
  },
  parentPrivate: {
    ...COMMENT,
    status: 400,
    code: 'parentCommentIsPrivate',
    words: 'The specified parent comment is private.',
  },
  replyNotSupported: {
    ...COMMENT,
    status: 400,
    code: 'operationNotSupported',
    words: 'The API user is not able to insert a comment in reply to the top-level comment.',
  },
  commentsDisabled: {
    ...UNSOURCED,
    status: 403,
    code: 'commentsDisabled',
    means: 'option_invalid',
    words: 'The video has disabled comments.',
  },
  commentTooLong: {
    ...UNSOURCED,
    status: 400,
    code: 'commentTextTooLong',
    means: 'text_too_long',
    words:
      'The comment resource that is being inserted contains too many characters in the textOriginal property.',
  },
  thumbnailInvalid: {
    status: 400,
    code: 'invalidImage',
    means: 'media_invalid',
    words: 'The provided image content is invalid.',
    source: 'memory',
    confidence: 'memory',
  },
  mediaBodyRequired: {
    ...METADATA,
    code: 'mediaBodyRequired',
    means: 'media_required',
    words: 'The request does not include the video content.',
  },
  duplicate: { ...AFTERWARDS, code: 'duplicate', means: 'duplicate_content', words: 'rejected: duplicate' },
  codec: { ...AFTERWARDS, code: 'codec', means: 'media_invalid', words: 'failed: codec' },
  emptyFile: { ...AFTERWARDS, code: 'emptyFile', means: 'media_invalid', words: 'failed: emptyFile' },
  invalidFile: { ...AFTERWARDS, code: 'invalidFile', means: 'media_invalid', words: 'failed: invalidFile' },
  tooSmall: { ...AFTERWARDS, code: 'tooSmall', means: 'media_invalid', words: 'failed: tooSmall' },
  length: { ...AFTERWARDS, code: 'length', means: 'media_invalid', words: 'rejected: length' },
  conversion: {
    ...AFTERWARDS,
    code: 'conversion',
    means: 'media_processing_failed',
    words: 'failed: conversion',
  },
  uploadAborted: {
    ...AFTERWARDS,
    code: 'uploadAborted',
    means: 'media_processing_failed',
    words: 'failed: uploadAborted',
  },
  // All other reasons concern the channel or the content: claims, copyright, terms of use.
  rejected: { ...AFTERWARDS, means: 'content_refused', words: 'rejected: termsOfUse' },
} as const satisfies Record<string, ErrorRow>;

const MINUTE_MS = 60_000;

export const youtubeErrors: NetworkErrors = {
  platform: 'youtube',
  sources: SOURCES,
  rows: Object.values(YOUTUBE_ERRORS),
  rateLimitReset: after(MINUTE_MS),
  fault: ({ body }) => ({
    code:
      textAt(body, 'error', 'errors', 0, 'reason') ??
      textAt(body, 'error', 'status') ??
      textAt(body, 'error'),
    subcode: null,
    message: textAt(body, 'error', 'message') ?? textAt(body, 'error_description'),
  }),
  answer: (row, words = row.words) => {
    if (row.code === YOUTUBE_ERRORS.refreshDead.code)
      return json(row.status, { error: row.code, error_description: words });
    const errors = [{ message: words, domain: 'youtube.video', reason: row.code }];
    return json(row.status, { error: { code: row.status, message: words, errors } });
  },
};
