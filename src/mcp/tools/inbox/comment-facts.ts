import type { Comment, CommentThread } from '../../../contract/inbox/comments.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { safeHandle, safeUrl, type Untrusted, unsafeUrl } from '../../answers/untrusted.js';
import { rowTime } from '../shared/time-facts.js';
import { toolCall } from '../shared/tool-call.js';
import { closingTime, cutText, type InboxEntry, nameWords, QUOTED_BELOW } from './inbox-text.js';

interface EntryOptions {
  /** Maximum bytes of its text. */
  readonly longest: number;
  readonly detailed: boolean;
  readonly offset?: number | undefined;
  /** Its number in a list, by which its words are quoted; by its id otherwise. */
  readonly number?: number | undefined;
  /** Facts to leave out, because they apply to the whole answer. */
  readonly without?: readonly ('postId' | 'accountId' | 'platform')[];
}

/** A comment as an entry of an answer. */
export function commentEntry(
  comment: Comment,
  { longest, detailed, offset, number, without = [] }: EntryOptions,
): InboxEntry {
  const { id, author, replyRules, error } = comment;
  const said = (name: 'postId' | 'accountId' | 'platform'): string | undefined =>
    without.includes(name) ? undefined : comment[name];
  const who = author.isYou ? 'you' : safeHandle(author.handle);
  const label = number === undefined ? id : String(number);
  const cut = cutText(
    number === undefined ? commentLabel(comment) : label,
    comment.text,
    longest,
    (from) => toolCall('get_comment', { id, offset: from }),
    offset,
  );
  const answers = comment.replies.filter(isStandingAnswer).map((reply) => reply.id);
  return {
    row: {
      n: number,
      id,
      postId: said('postId'),
      accountId: said('accountId'),
      platform: said('platform'),
      by: who ?? QUOTED_BELOW,
      when: detailed ? rowTime(comment.when) : comment.when.relative,
      under: comment.parentCommentId,
      state: comment.state === 'visible' ? undefined : comment.state,
      status: comment.status === 'sent' ? undefined : comment.status,
      code: error?.code,
      unanswered: comment.awaitingReply || undefined,
      answeredBy: answers,
      cannotReply: author.isYou ? undefined : comment.cannotReplyReason,
      privateUntil:
        replyRules.private !== null && replyRules.private.reason === null && replyRules.private.until !== null
          ? detailed
            ? closingTime(replyRules.private.until)
            : replyRules.private.until.relative
          : undefined,
      allowed: detailed ? comment.allowed : undefined,
      repliesAppearUnder: replyRules.attachesTo === id ? undefined : replyRules.attachesTo,
      longestReply: detailed ? `${replyRules.max} ${replyRules.unit}` : undefined,
      url: detailed ? safeUrl(comment.url) : undefined,
      rest: cut.rest,
    },
    words: [
      ...(author.isYou ? [] : nameWords(label, author, detailed)),
      ...(detailed ? unsafeUrl(label, comment.url) : []),
      ...cut.words,
      ...errorWords(comment, label),
    ],
  };
}

/** What a quoted comment is: `comment cmt_1 by @mia.brews`. A handle that could be prose is quoted by itself. */
export function commentLabel({ id, author }: Pick<Comment, 'id' | 'author'>): string {
  const who = author.isYou ? 'you' : safeHandle(author.handle);
  return who === undefined ? `comment ${id}` : `comment ${id} by ${who}`;
}

/** A reply of our own that is published, or may be. */
function isStandingAnswer({ author, status, state }: Comment): boolean {
  return author.isYou && status !== 'failed' && state !== 'deleted';
}

/** Our own reply to a comment, if any. */
export function answerOf(comment: Comment): Comment | undefined {
  return comment.replies.find(isStandingAnswer);
}

/** What a network said about a failure. @param label how the answer refers to what failed */
export function errorWords(
  { id, error }: { readonly id: string; readonly error: Diagnosis | null },
  label: string = id,
): Untrusted[] {
  if (error === null) return [];
  const network = error.network?.message ? ` (${error.network.message})` : '';
  return [{ about: `why ${label} failed`, text: `${error.message}${network}` }];
}

/** Every comment of a thread, parents before replies. */
export function threadComments(thread: CommentThread): Comment[] {
  const below = (comment: Comment): Comment[] => [comment, ...comment.replies.flatMap(below)];
  return below(thread);
}

/** The requested comment. */
export function requestedComment(thread: CommentThread): Comment {
  return threadComments(thread).find(({ id }) => id === thread.requestedId) ?? thread;
}
