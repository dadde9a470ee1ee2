import type { Comment } from '../../../../contract/inbox/comments.js';
import { unitWord } from '../../../../networks/count/unit-words.js';
import { fields } from '../../../output/fields.js';
import { fullTime } from '../../../output/instants.js';
import { paragraph, partsLine } from '../../../output/parts.js';
import { plainLine, plainLines } from '../../../output/plain-text.js';
import type { Format } from '../../../output/style.js';
import type { Column, Screen } from '../../../output/table.js';
import { wrapTo } from '../../../output/width.js';
import { sendAdvice, sendFormat } from '../sent.js';

/** The author in short: `@mia.brews`, or `you`. */
export function authorOf({ author }: Comment): string {
  return author.isYou ? 'you' : plainLine(author.handle || author.displayName) || 'someone';
}

/** The state of a comment: `new, unanswered`. */
function commentState({ state, status, unread, awaitingReply, author }: Comment): string {
  const answered = author.isYou ? (status ?? 'sent') : awaitingReply ? 'unanswered' : 'answered';
  const words = [unread ? 'new' : null, state === 'visible' ? null : state, answered];
  return words.filter((word) => word !== null).join(', ');
}

function stateFormat({ author, status, awaitingReply, state }: Comment): Format | undefined {
  if (author.isYou) return sendFormat(status);
  return state === 'visible' && awaitingReply ? 'yellow' : 'dim';
}

export const COMMENT_COLUMNS: readonly Column<Comment>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'FROM', value: authorOf, minWidth: 8 },
  { title: 'WHEN', value: ({ when }) => when.relative },
  { title: 'STATE', value: commentState, format: stateFormat, minWidth: 4 },
  { title: 'TEXT', value: ({ text }) => text, minWidth: 16 },
];

/**
 * A comment with its replies, and how each can be answered.
 *
 * @param marked the requested comment
 */
export function threadText(top: Comment, screen: Screen, marked: string | null = null): string {
  return linesOf(top, screen, marked, 0).join('\n');
}

/** A comment of your own, with its outcome. */
export function ownCommentText(comment: Comment, screen: Screen): string {
  const about = fields(
    [
      ['Reply to', comment.parentCommentId],
      ['Under', comment.threadId === comment.parentCommentId ? null : underOf(comment)],
      ['Post', comment.postId],
      ['URL', comment.status === 'sent' ? comment.url : null],
    ],
    screen,
  );
  return [headOf(comment, screen, null), ...quoted(comment.text, screen, '  '), about]
    .concat(sendAdvice(sentOf(comment), 'comments', screen))
    .join('\n');
}

function underOf({ threadId, id }: Comment): string | null {
  return threadId === id ? null : threadId;
}

function linesOf(comment: Comment, screen: Screen, marked: string | null, depth: number): string[] {
  const indent = '    '.repeat(depth);
  const inner = { ...screen, width: screen.width === null ? null : screen.width - indent.length };
  const own = [
    headOf(comment, inner, marked),
    ...quoted(comment.text, inner, '  '),
    ...answering(comment, inner),
    ...sendAdvice(sentOf(comment), 'comments', inner),
  ];
  return [
    ...own.flatMap((lines) => lines.split('\n')).map((line) => indent + line),
    ...comment.replies.flatMap((reply) => linesOf(reply, screen, marked, depth + 1)),
  ];
}

function sentOf(comment: Comment): Comment {
  return comment.author.isYou ? comment : { ...comment, status: null };
}

function headOf(comment: Comment, screen: Screen, marked: string | null): string {
  const { id, author, when, platform, parentCommentId } = comment;
  const isNamed = !author.isYou && author.displayName !== '' && author.handle !== '';
  return partsLine(
    [
      { text: id, format: 'bold' },
      { text: marked === id && parentCommentId !== null ? '←' : '' },
      { text: parentCommentId === null ? platform : '' },
      { text: `${authorOf(comment)}${isNamed ? ` (${plainLine(author.displayName)})` : ''}` },
      { text: when.relative },
      { text: commentState(comment), format: stateFormat(comment) },
    ],
    screen,
  );
}

/** Quotes other people’s text safely, with a bar before each line. */
export function quoted(text: string, { width }: Pick<Screen, 'width'>, indent: string): string[] {
  const lead = `${indent}│ `;
  const lines = wrapTo(plainLines(text), width === null ? Number.POSITIVE_INFINITY : width - lead.length);
  return lines.map((line) => lead + line);
}

/** How someone else’s comment can be answered, and until when. */
function answering(comment: Comment, screen: Screen): string[] {
  const { author, replyRules, canReply, cannotReplyReason, awaitingReply, id } = comment;
  if (author.isYou || (!awaitingReply && comment.replies.length > 0)) return [];
  const { private: byMessage, attachesTo, max, unit } = replyRules;
  const place = attachesTo === null || attachesTo === id ? '' : `, appears under ${attachesTo}`;
  return [
    canReply
      ? `Reply: up to ${max} ${unitWord(unit)}${place}`
      : `Cannot reply: ${plainLine(cannotReplyReason ?? 'the network does not allow it.')}`,
    ...(byMessage === null
      ? []
      : byMessage.reason !== null
        ? [`Cannot reply privately: ${plainLine(byMessage.reason)}`]
        : byMessage.until === null
          ? []
          : [`Private reply: once, until ${fullTime(byMessage.until)}`]),
  ].flatMap((line) => paragraph(line, '  ', 'dim', screen));
}
