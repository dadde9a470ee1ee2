import { ApiError, AuthenticationError } from '../../../client/errors/api-errors.js';
import {
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
} from '../../../client/errors/errors.js';
import type { ApiErrorCode } from '../../../contract/api-errors.js';
import type { Problem } from '../../../contract/errors.js';
import type { Message } from '../../../contract/inbox/messages.js';
import type { SendStatus } from '../../../contract/inbox/replies.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { Facts } from '../../answers/render-text.js';
import type { Untrusted } from '../../answers/untrusted.js';
import { toToolWording } from '../../errors/api-to-tool-words.js';
import { scopeAdvice } from '../../errors/error-answer.js';
import { issueFacts } from '../../errors/issue-facts.js';
import { toolCall } from '../shared/tool-call.js';
import { errorWords } from './comment-facts.js';
import { retryWords } from './retry-words.js';

/** The state of one reply or message. `not_sent`: refused or failed. `no_answer`: may have been sent. */
type Standing = SendStatus | 'not_sent' | 'no_answer';

/** The result of one reply or message. */
export interface SendResult {
  readonly standing: Standing;
  readonly row: Facts;
  readonly words: readonly Untrusted[];
  /** What happened, in one sentence; undefined if the status says it. */
  readonly said?: string | undefined;
  /** What to do next; undefined if there is nothing to do. */
  readonly next?: string | undefined;
}

/** A reply or message that the service accepted. */
interface Answered {
  readonly id: string;
  readonly status: SendStatus;
  readonly error: Diagnosis | null;
  readonly facts: Facts;
  /** The call that shows its current status. */
  readonly look: string;
  /** The call that resolves an unknown outcome. */
  readonly settle: (outcome: 'check' | 'sent' | 'send_again') => string;
}

/** The result of a reply or message that the service accepted. */
export function answeredResult({ id, status, error, facts, look, settle }: Answered): SendResult {
  return {
    standing: status,
    row: {
      ...facts,
      result: status,
      code: status === 'unknown' ? 'outcome_unknown' : error?.code,
      action: status === 'unknown' ? undefined : error?.action,
      retryAt: error?.retryAt,
      givesUpAt: error?.givesUpAt,
    },
    words: errorWords({ id, error }),
    said: status === 'sending' && error ? `${SEND_WORDS.sending}${retryWords(error)}` : SEND_WORDS[status],
    next: {
      sent: undefined,
      sending: `${look} shows its status; do not send it again`,
      failed: error?.action,
      unknown: `Do not send it again. ${settle('check')} checks with the network once more. If it is still unknown, ask the person to look there, then use outcome "sent" or "send_again"`,
    }[status],
  };
}

/**
 * The result of a request that the service refused, or that got no response.
 *
 * @param idempotencyKey the key of the whole call: repeating it sends only what is missing
 * @throws the error itself if it concerns the connection or the API key, and nothing was sent
 */
export function failedResult(error: unknown, about: Facts, idempotencyKey: string): SendResult {
  if (!(error instanceof PostriderError) || affectsEveryCall(error)) throw error;
  const repeat = `Repeat the call with idempotencyKey ${JSON.stringify(idempotencyKey)}: it cannot send twice`;
  if (error instanceof ApiError) {
    const { code, problem, detail, errors } = error;
    return {
      standing: 'not_sent',
      row: {
        ...about,
        result: code === 'already_answered' ? code : 'refused',
        code,
        message: toToolWording(detail),
        issues: errors.length > 0 ? errors.map(issueFacts) : undefined,
        replyId: problem.replyId,
        closedAt: problem.closedAt,
        allowed: problem.allowed,
        requiredScope: problem.requiredScope,
        requestId: error.requestId === '' ? undefined : error.requestId,
      },
      words: [],
      said: toToolWording(detail),
      next: problem.retryable ? repeat : remedyOf(error),
    };
  }
  const mayHaveGone = error instanceof OutcomeUnknownError || error.sent;
  return {
    standing: mayHaveGone ? 'no_answer' : 'not_sent',
    row: {
      ...about,
      result: mayHaveGone ? 'no_answer' : 'not_sent',
      code: mayHaveGone ? 'outcome_unknown' : 'not_sent',
    },
    words: [],
    said: mayHaveGone
      ? 'The request was sent, but no usable response arrived. It is not known whether it was accepted.'
      : 'Postrider could not be reached.',
    next: repeat,
  };
}

/** Whether every other call would fail the same way, with nothing sent. */
function affectsEveryCall(error: PostriderError): boolean {
  if (error instanceof AuthenticationError || error instanceof ConfigurationError) return true;
  return error instanceof ConnectionError && !error.sent;
}

/** What to do about a refusal. */
export function remedyOf({
  code,
  problem,
}: {
  readonly code: ApiErrorCode;
  readonly problem: Partial<Problem>;
}): string {
  const ways = problem.allowed ?? [];
  switch (code) {
    case 'already_answered':
      return `Nothing to do${problem.replyId ? `: ${problem.replyId} is the answer` : ''}. If the person wants a second reply: repeat the call with allowDuplicate true and a new idempotencyKey`;
    case 'reply_window_closed':
      return ways.includes('human_agent')
        ? 'Tell the person: they can still answer by hand in the dashboard, or wait until the other person writes again'
        : 'Tell the person: nothing can be sent until the other person writes again';
    case 'reply_not_possible':
      return ways.includes('private_reply')
        ? 'If the person wants it: repeat the call with private true and a new idempotencyKey'
        : 'Skip it, and tell the person why';
    case 'reply_rules_violated':
      return 'Correct the text as the message says, then call again';
    case 'idempotency_key_reused':
      return 'This idempotencyKey was already used for another text. Use a new one';
    case 'scope_missing':
      return scopeAdvice(problem.requiredScope);
    case 'comment_not_found':
      return 'postrider_list_comments shows ids';
    case 'conversation_not_found':
      return 'postrider_list_conversations shows ids';
    default:
      return 'Correct what the message names, then call again';
  }
}

/** Whether nothing was sent, with certainty. */
export function nothingSent(results: readonly SendResult[]): boolean {
  return results.every(({ standing }) => standing === 'not_sent' || standing === 'failed');
}

/** The status of a reply or message, in one sentence. */
export const SEND_WORDS: Readonly<Record<SendStatus, string>> = {
  sent: 'Sent.',
  sending: 'Sending.',
  failed: 'The network refused it.',
  unknown: 'Sent to the network, but no response arrived. It is not known whether it was published.',
};

/** The result of a message. @param about further facts about it */
export function messageResult({ id, conversationId, status, error }: Message, about: Facts = {}): SendResult {
  return answeredResult({
    id,
    status: status ?? 'sent',
    error,
    facts: { ...about, messageId: id, conversationId },
    look: toolCall('list_messages', { conversationId }),
    settle: (outcome) => toolCall('send_message', { conversationId, messageId: id, outcome }),
  });
}
