import type { Account } from '../../../contract/accounts/accounts.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { Answer } from '../../answers/answer.js';
import { safeHandle } from '../../answers/untrusted.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import { newActionKey } from '../../confirmation/confirm-token.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { fileNames, mediaLines, type Reader, readMedia } from '../posts/previews/media-names.js';
import { nameOf } from '../posts/previews/post-preview.js';
import { accessProblem, noAccess } from '../shared/account-access.js';
import { refuseWithoutScope } from '../shared/permission.js';
import { inBytes, ownLine, quotedLines } from '../shared/quoted-lines.js';
import { toolCall } from '../shared/tool-call.js';
import { lastWords } from './conversation-facts.js';
import { closingTime, nameWords, plainName, QUOTED_BELOW } from './inbox-text.js';
import { repliesAnswer } from './replies-answer.js';
import { tooLong } from './reply-preview.js';
import { sendMessage } from './send-message.definition.js';
import { failedResult, messageResult, remedyOf, type SendResult } from './send-results.js';
import { settleSend } from './settle-send.js';

/** Bytes of the text in a preview, and of the message that it answers. */
const TEXT_BYTES = 5_500;
const ANSWERED_BYTES = 800;

export const callSendMessage = handle(sendMessage, async (input, call) => {
  const beginning = await startCall(input, call);
  const { conversationId, messageId, outcome, text, mediaUrls = [], allowDuplicate = false } = input;
  if (outcome !== undefined && messageId !== undefined) {
    return settleSend(
      {
        tool: sendMessage.name,
        id: messageId,
        outcome,
        referring: input,
        read: () => call.client.messages.get(messageId, call.request()),
        settle: async (idempotencyKey) =>
          messageResult(
            await call.client.messages.resolve(messageId, { outcome }, { ...call.request(), idempotencyKey }),
          ),
      },
      beginning,
      call,
    );
  }
  if ((text === undefined || text.trim() === '') && mediaUrls.length === 0) {
    return refusal({
      code: 'arguments_invalid',
      message: 'There is nothing to send. Pass text or mediaUrls.',
      facts: { fields: ['text', 'mediaUrls'] },
      next: toolCall('send_message', { conversationId, text: '…' }),
    });
  }
  const content = {
    ...(text !== undefined && { text }),
    ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
  };
  const verdict = await agree(
    {
      tool: sendMessage.name,
      parts: { conversationId, text: text ?? null, mediaUrls, allowDuplicate },
      version: null,
      ask: needsConfirmation(true, call),
      show: () => show(conversationId, text ?? '', mediaUrls, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const key = verdict.idempotencyKey ?? newActionKey();
  return repliesAnswer([await sent()], key);

  async function sent(): Promise<SendResult> {
    try {
      const body = { conversationId, ...content, ...(allowDuplicate && { allowDuplicate }) };
      return messageResult(
        await call.client.messages.create(body, { ...call.request(), idempotencyKey: key }),
      );
    } catch (error) {
      return failedResult(error, { conversationId }, key);
    }
  }
});

/** A preview of the message, its recipient and when the window closes, or why it cannot be sent. */
async function show(
  conversationId: string,
  text: string,
  mediaUrls: readonly string[],
  call: CallContext,
): Promise<Shown> {
  const instead = refuseWithoutScope(await call.me(), 'messages:write', 'send direct messages');
  if (instead !== undefined) return { instead };
  const conversation = await call.client.conversations.get(conversationId, call.request());
  if (conversation.cannotReplyReason !== null) {
    return { instead: windowClosed(conversation, conversation.cannotReplyReason) };
  }
  const long = tooLong(text, conversation.platform, 'messages');
  if (long !== undefined) {
    const next = remedyOf({ code: 'reply_rules_violated', problem: {} });
    return {
      instead: refusal({ code: 'reply_rules_violated', message: long, untouched: 'Nothing was sent.', next }),
    };
  }
  const { accountId, platform, participant, canReplyUntil, lastMessage } = conversation;
  const account = await call.client.accounts.get(accountId as Account['id'], call.request());
  if (accessProblem(account) !== undefined) {
    return { instead: noAccess([account], 'Nothing was sent.') };
  }
  const media = await readMedia(call, mediaUrls);
  const said = (to: string, quote: string, reader: Reader): string =>
    [
      ownLine(
        `Send a direct message now from ${nameOf({ platform, accountId, handle: account.handle })} to ${to}:`,
      ),
      ...(quote === '' ? [] : ['Their last message:', quote]),
      ...(text === '' ? ['No text'] : ['Message:', quotedLines(text, TEXT_BYTES, inBytes)]),
      ...(mediaUrls.length === 0 ? [] : ['Media:', ...mediaLines(mediaUrls, [], media, reader).map(ownLine)]),
      conversation.simulated
        ? 'Simulated network: nobody real receives it.'
        : 'Real network: a real person receives it.',
      ...(canReplyUntil === null ? [] : [`The window closes ${closingTime(canReplyUntil)}`]),
    ].join('\n');
  const quoted =
    lastMessage?.direction === 'inbound' && lastMessage.text !== ''
      ? quotedLines(lastMessage.text, ANSWERED_BYTES, inBytes)
      : '';
  return {
    preview: {
      text: said(safeHandle(participant.handle) ?? `the person whose name is ${QUOTED_BELOW}`, '', 'model'),
      forPerson: said(plainName(participant), quoted, 'person'),
      agree: 'send the message',
      content: [text],
      untrusted: [
        ...nameWords(conversationId, participant, true),
        ...lastWords(conversation),
        ...fileNames(media),
      ],
    },
  };
}

function windowClosed({ id, canReplyUntil, allowed }: Conversation, reason: string): Answer {
  return refusal({
    code: 'reply_window_closed',
    message: reason,
    untouched: 'Nothing was sent.',
    facts: { conversationId: id, closedAt: canReplyUntil?.utc, allowed },
    next: allowed.includes('human_agent')
      ? 'Tell the person: they can still answer by hand in the dashboard, or wait until the other person writes again'
      : 'Tell the person: nothing can be sent until the other person writes again',
  });
}
