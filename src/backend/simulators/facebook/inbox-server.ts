import { RULES } from '../../../networks/rules.js';
import { FACEBOOK_ERRORS, facebookErrors } from '../../networks/facebook/errors.js';
import { type CommentEdge, graphTime } from '../meta-graph/comment-server.js';
import type { MessageEdge } from '../meta-graph/message-server.js';
import { digits } from '../shared/network-ids.js';

const { inbox } = RULES.facebook;

export const FACEBOOK_COMMENTS: CommentEdge = {
  max: inbox?.comments.text.max.value ?? Number.POSITIVE_INFINITY,
  tooLong: facebookErrors.answer(FACEBOOK_ERRORS.textTooLong),
  closed: facebookErrors.answer(FACEBOOK_ERRORS.commentClosed),
  liveRefused: inbox?.comments.liveRefused.value ?? false,
  replies: 'comments',
  hides: 'is_hidden',
  idOf: (networkPostId, { random }) => `${networkPostId.split('_').at(-1) ?? ''}_${digits(15, random)}`,
  post: { node: 'Post', lacks: ['parent', 'live_broadcast_timestamp'] },
  shown: (comment, author) => ({
    id: comment.commentId,
    message: comment.text,
    created_time: graphTime(comment.createdAt),
    from: { id: author.networkUserId, name: author.displayName },
    is_hidden: comment.hidden === true,
    ...(comment.parentId !== null && { parent: { id: comment.parentId } }),
    ...(comment.live && { live_broadcast_timestamp: '60' }),
  }),
};

export const FACEBOOK_MESSAGES: MessageEdge | null = inbox
  ? {
      errors: facebookErrors,
      rules: inbox,
      conversationPrefix: 't_',
      messagePrefix: 'm_',
      named: 'name',
      rows: {
        windowClosed: FACEBOOK_ERRORS.windowClosed,
        personUnavailable: FACEBOOK_ERRORS.personUnavailable,
        personUnknown: FACEBOOK_ERRORS.personUnknown,
        heldByApp: FACEBOOK_ERRORS.heldByApp,
        privateReplyUsed: FACEBOOK_ERRORS.privateReplyUsed,
        privateReplyTooLate: FACEBOOK_ERRORS.privateReplyTooLate,
        tooLong: FACEBOOK_ERRORS.textTooLong,
        mediaInvalid: FACEBOOK_ERRORS.fileInvalid,
      },
    }
  : null;
