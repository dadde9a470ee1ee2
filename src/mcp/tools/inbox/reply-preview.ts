import type { Account } from '../../../contract/accounts/accounts.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { replySentences } from '../../../networks/charges.js';
import { countText } from '../../../networks/count/count.js';
import { UNIT_WORDS } from '../../../networks/count/unit-words.js';
import { RULES } from '../../../networks/rules.js';
import { safeHandle, type Untrusted } from '../../answers/untrusted.js';
import type { Preview } from '../../confirmation/confirmation.js';
import { realityLines } from '../posts/answers/reality.js';
import { nameOf } from '../posts/previews/post-preview.js';
import { accessProblem } from '../shared/account-access.js';
import { inBytes, ownLine, quotedLines } from '../shared/quoted-lines.js';
import { textPart } from '../shared/text-part.js';
import { rowTime } from '../shared/time-facts.js';
import { answerOf, commentLabel } from './comment-facts.js';
import { nameWords, plainName, QUOTED_BELOW } from './inbox-text.js';

/** One reply as requested. */
export interface RequestedReply {
  readonly commentId: string;
  readonly text: string;
  readonly private: boolean;
}

export interface ReplyInContext extends RequestedReply {
  readonly comment: Comment;
  /** The account's own name, as the network shows it. */
  readonly handle: string;
  readonly account?: Account | undefined;
}

/** Why a reply would not be sent. */
export interface ReplyProblem {
  readonly code: 'already_answered' | 'reply_not_possible' | 'reply_rules_violated' | 'account_unusable';
  readonly reason: string;
}

/** Bytes of all replies, and of all answered comments, in one preview. */
const REPLY_BYTES = 5_500;
const COMMENT_BYTES = 3_500;

/** Why the service would refuse the reply now; undefined if it would not. */
export function replyProblem(
  { comment, text, private: isPrivate, account }: Omit<ReplyInContext, 'commentId' | 'handle'>,
  allowDuplicate: boolean,
): ReplyProblem | undefined {
  const access = account && accessProblem(account);
  if (access !== undefined) return { code: 'account_unusable', reason: `${access.why}. ${access.fix}.` };
  const long = tooLong(text, comment.platform, isPrivate ? 'messages' : 'comments');
  const refused = long === undefined ? undefined : ({ code: 'reply_rules_violated', reason: long } as const);
  if (isPrivate) {
    const rules = comment.replyRules.private;
    if (rules === null) return { code: 'reply_not_possible', reason: 'This network has no private replies.' };
    if (rules.messageId !== null)
      return {
        code: 'already_answered',
        reason: `The comment already has its private reply (${rules.messageId}).`,
      };
    return rules.reason === null ? refused : { code: 'reply_not_possible', reason: rules.reason };
  }
  const answer = answerOf(comment);
  if (answer !== undefined && !allowDuplicate)
    return { code: 'already_answered', reason: `The comment is already answered (${answer.id}).` };
  if (comment.canReply) return refused;
  return {
    code: 'reply_not_possible',
    reason: comment.cannotReplyReason ?? 'The comment cannot be answered.',
  };
}

/** What a person needs to see before replies are sent. */
export function replyPreview(replies: readonly ReplyInContext[], allowDuplicate: boolean): Preview {
  const each = Math.floor(REPLY_BYTES / replies.length);
  const eachComment = Math.floor(COMMENT_BYTES / replies.length);
  const number = (index: number): string => (replies.length === 1 ? '' : `${index + 1}. `);
  const ways = new Set(replies.map(wayOf));
  const together = replies.length > 1 && ways.size === 1;
  const lines = (
    authorOf: (comment: Comment) => string,
    wordsOf: (comment: Comment) => readonly string[],
  ): string =>
    replies
      .map((reply, index) => {
        const problem = replyProblem(reply, allowDuplicate);
        return [
          ownLine(
            together
              ? `${index + 1}. To the comment by ${authorOf(reply.comment)}`
              : `${number(index)}${wayOf(reply)}, to the comment by ${authorOf(reply.comment)}`,
          ),
          ...wordsOf(reply.comment),
          ...(replies.length > 1 && wordsOf(reply.comment).length === 0 ? [] : ['Reply:']),
          quotedLines(reply.text, each, inBytes),
          ...(problem === undefined ? [] : [ownLine(`Skipped: ${problem.reason}`)]),
        ].join('\n');
      })
      .join('\n');
  const reality = realityLines(
    replies.map(({ comment }) => comment),
    false,
  ).join('');
  const verb = replies.length === 1 ? 'Send the reply' : `Send ${replies.length} replies`;
  const agree = verb.replace('Send', 'send');
  const sent = replies.filter((reply) => !reply.private && !replyProblem(reply, allowDuplicate));
  const prices = replySentences(sent.map(({ comment, text }) => ({ ...comment, text })));
  const head = [
    [`${verb}, now. ${reality}`.trimEnd(), ...prices].join(' '),
    ...(together ? [...ways].map((way) => ownLine(`${way}:`)) : []),
  ];
  return {
    text: [
      ...head,
      lines(
        ({ author }) => `${safeHandle(author.handle) ?? 'the author'} (${QUOTED_BELOW})`,
        () => [],
      ),
    ].join('\n'),
    forPerson: [
      ...head,
      lines(
        ({ author }) => `${plainName(author)}:`,
        ({ text }) => [quotedLines(text, eachComment, inBytes)],
      ),
    ].join('\n'),
    agree,
    content: replies.map(({ text }) => text),
    untrusted: replies.flatMap(({ comment }, index): Untrusted[] => [
      ...nameWords(replies.length === 1 ? comment.id : String(index + 1), comment.author, true),
      {
        about: replies.length === 1 ? commentLabel(comment) : String(index + 1),
        text: textPart(comment.text, 0, eachComment).text,
        whole: true,
      },
    ]),
  };
}

/** `Instagram @fernhill, publicly`. */
function wayOf({ comment, handle, private: isPrivate, commentId }: ReplyInContext): string {
  const { platform, accountId, replyRules } = comment;
  const until = replyRules.private?.until;
  const way = isPrivate
    ? `as a direct message${until ? `, possible until ${rowTime(until)}` : ''}`
    : 'publicly';
  const place =
    isPrivate || replyRules.attachesTo === null || replyRules.attachesTo === commentId
      ? ''
      : ', appears under the first comment of its thread';
  return `${nameOf({ platform, accountId, handle })}, ${way}${place}`;
}

/** Why a network would refuse a text for its length; undefined if it would not. */
export function tooLong(text: string, platform: Platform, kind: 'comments' | 'messages'): string | undefined {
  const rule = RULES[platform].inbox?.[kind]?.text;
  if (rule === undefined) return undefined;
  const used = countText(text, rule.unit);
  if (used <= rule.max.value) return undefined;
  return `The text has ${used} ${UNIT_WORDS[rule.unit]}; ${PLATFORM_NAMES[platform]} allows ${rule.max.value} here.`;
}
