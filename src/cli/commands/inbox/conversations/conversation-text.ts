import type { Conversation } from '../../../../contract/inbox/conversations.js';
import type { Message } from '../../../../contract/inbox/messages.js';
import { unitWord } from '../../../../networks/count/unit-words.js';
import { fields } from '../../../output/fields.js';
import { fullTime } from '../../../output/instants.js';
import { partsLine } from '../../../output/parts.js';
import { plainLine } from '../../../output/plain-text.js';
import type { Format } from '../../../output/style.js';
import type { Column, Screen } from '../../../output/table.js';
import { quoted } from '../comments/comment-text.js';
import { sendAdvice, sendFormat } from '../sent.js';

/** The other person in a conversation. */
export function personOf({ participant }: Pick<Conversation, 'participant'>): string {
  return plainLine(participant.handle || participant.displayName) || 'someone';
}

/** When the reply window closes: `in 3 h`, `closed 2 h ago`. */
function countdown({ window, canReplyUntil }: Conversation): string {
  if (canReplyUntil === null) return window.state === 'closed' ? 'not open' : 'no limit';
  return window.state === 'closed' ? `closed ${canReplyUntil.relative}` : canReplyUntil.relative;
}

function windowFormat({ window }: Conversation): Format {
  return window.state === 'open' ? 'green' : window.state === 'closing' ? 'yellow' : 'dim';
}

export const CONVERSATION_COLUMNS: readonly Column<Conversation>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'WITH', value: personOf, minWidth: 8 },
  { title: 'CLOSES', value: countdown, format: windowFormat },
  { title: 'STATE', value: stateOf, minWidth: 4 },
  { title: 'LAST', value: lastWords, minWidth: 16 },
];

function stateOf({ unread, awaitingReply }: Conversation): string {
  return `${unread === 0 ? '' : `${unread} new, `}${awaitingReply ? 'unanswered' : 'answered'}`;
}

function lastWords({ lastMessage }: Conversation): string {
  if (lastMessage === null) return '';
  const { direction, text, hasMedia } = lastMessage;
  return `${direction === 'outbound' ? 'you: ' : ''}${text || (hasMedia ? '(a file)' : '')}`;
}

export const MESSAGE_COLUMNS: readonly Column<Message>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'WHEN', value: ({ when }) => when.relative },
  { title: 'FROM', value: ({ direction }) => (direction === 'outbound' ? 'you' : 'them') },
  {
    title: 'STATUS',
    value: ({ status }) => status ?? '',
    format: ({ status }) => sendFormat(status),
  },
  {
    title: 'TEXT',
    value: ({ text, media }) => text || media.map(({ kind }) => `(${kind})`).join(' '),
    minWidth: 16,
  },
];

/** A conversation with its latest messages, oldest first. */
export function conversationText(
  conversation: Conversation,
  messages: readonly Message[],
  screen: Screen,
): string {
  const { id, platform, participant, canReplyUntil, cannotReplyReason, replyRules, url } = conversation;
  const isNamed = participant.handle !== '' && participant.displayName !== '';
  const name = isNamed ? ` (${plainLine(participant.displayName)})` : '';
  return [
    partsLine(
      [
        { text: id, format: 'bold' },
        { text: platform },
        { text: `${personOf(conversation)}${name}` },
        { text: stateOf(conversation) },
      ],
      screen,
    ),
    fields(
      [
        [
          'Reply until',
          canReplyUntil === null || cannotReplyReason !== null ? null : fullTime(canReplyUntil),
        ],
        ['Cannot reply', cannotReplyReason],
        ['Maximum length', `${replyRules.max} ${unitWord(replyRules.unit)}`],
        ['URL', url],
      ],
      screen,
    ),
    ...messages.map((message) => messageText(message, participant.handle || 'them', screen)),
  ].join('\n');
}

/** One message: its author, time, outcome and content. */
export function messageText(message: Message, person: string, screen: Screen): string {
  const { id, direction, when, status, media, text, answersCommentId } = message;
  return [
    partsLine(
      [
        { text: id, format: 'bold' },
        { text: direction === 'outbound' ? 'you' : plainLine(person) },
        { text: when.relative },
        { text: status ?? '', format: sendFormat(status) },
        { text: answersCommentId === null ? '' : `reply to ${answersCommentId}` },
      ],
      screen,
    ),
    ...(text === '' ? [] : quoted(text, screen, '  ')),
    ...media.map(({ kind, key, url }) => `  │ (${kind}) ${plainLine(key ?? url ?? '')}`.trimEnd()),
    ...sendAdvice(message, 'messages', screen),
  ].join('\n');
}
