import { ApiError, AuthenticationError } from '../../../client/api-errors.js';
import {
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
} from '../../../client/errors.js';
import type { ApiErrorCode, Problem } from '../../../contract/errors.js';
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

/** How one reply or message stands: `not_sent` is refused or failed, `no_answer` may have been taken. */
type Standing = SendStatus | 'not_sent' | 'no_answer';

/** What became of one reply or message. */
export interface SendResult {
  readonly standing: Standing;
  readonly row: Facts;
  readonly words: readonly Untrusted[];
  /** What happened, in one sentence; undefined where the status says it. */
  readonly said?: string | undefined;
  /** What to do about it; undefined where there is nothing to do. */
  readonly next?: string | undefined;
}

/** What the service answered that it sent, or tried to. */
interface Answered {
  readonly id: string;
  readonly status: SendStatus;
  readonly error: Diagnosis | null;
  readonly facts: Facts;
  /** The call that shows how it stands. */
  readonly look: string;
  /** The call that asks the network again; `…` stands for nothing in it. */
  readonly settle: (outcome: 'check' | 'sent' | 'send_again') => string;
}

/** The result of what the service took. */
export function answeredResult({ id, status, error, facts, look, settle }: Answered): SendResult {
  return {
    standing: status,
    row: {
      ...facts,
      result: status,
      code: status === 'unknown' ? 'outcome_unknown' : error?.code,
      action: status === 'unknown' ? undefined : error?.action,
      retryAt: error?.retryAt,
    },
    words: errorWords({ id, error }),
    said: SEND_WORDS[status],
    next: {
      sent: undefined,
      sending: `${look} shows what becomes of it; do not send it again`,
      failed: error?.action,
      unknown: `Do not send it again. ${settle('check')} asks the network once more; still unknown: the person looks there, then outcome "sent" or "send_again"`,
    }[status],
  };
}

/**
 * The result of what the service refused, or of which no answer came.
 *
 * @param idempotencyKey the key of the whole call: a repeat with it sends only what is missing
 * @throws the error itself where it is about the connection or the key, and nothing was sent
 */
export function failedResult(error: unknown, about: Facts, idempotencyKey: string): SendResult {
  if (!(error instanceof PostriderError) || affectsEveryCall(error)) throw error;
  const repeat = `The same call with idempotencyKey ${JSON.stringify(idempotencyKey)}: it cannot send twice`;
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
      ? 'The request was sent and no answer came: whether it was taken is not known.'
      : 'It was not sent.',
    next: repeat,
  };
}

/** Whether every other call would fail in the same way, with nothing sent. */
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
      return `Nothing to do${problem.replyId ? `: ${problem.replyId} is the answer` : ''}. If the person wants a second one: the same call with allowDuplicate true and a new idempotencyKey`;
    case 'reply_window_closed':
      return ways.includes('human_agent')
        ? 'Tell the person: they can still answer by hand, signed in at the dashboard; else wait until the other person writes again'
        : 'Tell the person: it opens again when the other person writes; nothing can be sent before';
    case 'reply_not_possible':
      return ways.includes('private_reply')
        ? 'If the person wants it: the same with private true and a new idempotencyKey'
        : 'Leave it, and tell the person why';
    case 'reply_rules_violated':
      return 'Correct the text as the message says, then call again';
    case 'idempotency_key_reused':
      return 'This idempotencyKey has sent another text: use a new one';
    case 'scope_missing':
      return scopeAdvice(problem.requiredScope);
    case 'comment_not_found':
      return 'postrider_list_comments shows ids';
    case 'conversation_not_found':
      return 'postrider_list_conversations shows ids';
    default:
      return 'Correct what is named, then call again';
  }
}

/** Whether nothing at all is out, or may be. */
export function nothingSent(results: readonly SendResult[]): boolean {
  return results.every(({ standing }) => standing === 'not_sent' || standing === 'failed');
}

/** What became of a reply or message, in one sentence. */
export const SEND_WORDS: Readonly<Record<SendStatus, string>> = {
  sent: 'It is sent.',
  sending: 'It is under way.',
  failed: 'Nothing was sent: the network did not take it.',
  unknown: 'It was sent to the network and the answer is missing: whether it is there is not known.',
};

/** What became of a message. @param about what is said of it besides */
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
