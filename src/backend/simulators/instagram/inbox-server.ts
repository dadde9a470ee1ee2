import { RULES } from '../../../networks/rules.js';
import { INSTAGRAM_ERRORS, instagramErrors } from '../../networks/instagram/errors.js';
import { type CommentEdge, graphTime } from '../meta-graph/comment-server.js';
import type { MessageEdge } from '../meta-graph/message-server.js';
import { digits } from '../shared/network-ids.js';

const { inbox } = RULES.instagram;

export const INSTAGRAM_COMMENTS: CommentEdge = {
  max: inbox?.comments.text.max.value ?? Number.POSITIVE_INFINITY,
  tooLong: instagramErrors.answer(INSTAGRAM_ERRORS.commentTooLong),
  closed: instagramErrors.answer(INSTAGRAM_ERRORS.commentClosed),
  liveRefused: inbox?.comments.liveRefused.value ?? false,
  replies: 'replies',
  hides: 'hide',
  idOf: (_networkPostId, { random }) => `17${digits(15, random)}`,
  post: { node: 'Media', lacks: ['text', 'from', 'hidden', 'parent_id', 'live_broadcast_timestamp'] },
  shown: (comment, author) => ({
    id: comment.commentId,
    text: comment.text,
    timestamp: graphTime(comment.createdAt),
    username: author.handle,
    from: { id: author.networkUserId, username: author.handle },
    hidden: comment.hidden === true,
    ...(comment.parentId !== null && { parent_id: comment.parentId }),
    // The real network reports comments on live videos in a separate webhook.
    ...(comment.live && { live_broadcast_timestamp: '60' }),
  }),
};

export const INSTAGRAM_MESSAGES: MessageEdge | null = inbox
  ? {
      errors: instagramErrors,
      rules: inbox,
      conversationPrefix: 'aWdfZAG06',
      messagePrefix: 'aWdfZAG1f',
      named: 'username',
      rows: {
        windowClosed: INSTAGRAM_ERRORS.windowClosed,
        personUnavailable: INSTAGRAM_ERRORS.personUnavailable,
        personUnknown: INSTAGRAM_ERRORS.personUnavailable,
        heldByApp: INSTAGRAM_ERRORS.heldByApp,
        privateReplyUsed: INSTAGRAM_ERRORS.privateReplyUsed,
        privateReplyTooLate: INSTAGRAM_ERRORS.privateReplyTooLate,
        tooLong: INSTAGRAM_ERRORS.commentTooLong,
        mediaInvalid: INSTAGRAM_ERRORS.notFetched,
      },
    }
  : null;
