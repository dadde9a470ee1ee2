import type { Comment, CreatedComment } from '../../../contract/inbox/comments.js';
import type { SendOutcome } from '../../../contract/inbox/replies.js';
import type { Answer } from '../../answers/answer.js';
import { safeUrl } from '../../answers/untrusted.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import { newActionKey } from '../../confirmation/confirm-token.js';
import type { Shown } from '../../confirmation/confirmation.js';
import type { InputOf } from '../../definition/tool-definition.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { noAccess, readAccounts } from '../shared/account-access.js';
import { refuseWithoutScope } from '../shared/permission.js';
import { toolCall } from '../shared/tool-call.js';
import { requestedComment } from './comment-facts.js';
import { repliesAnswer } from './replies-answer.js';
import {
  type ReplyInContext,
  type ReplyProblem,
  type RequestedReply,
  replyPreview,
  replyProblem,
} from './reply-preview.js';
import { replyToComment } from './reply-to-comment.definition.js';
import { answeredResult, failedResult, messageResult, remedyOf, type SendResult } from './send-results.js';
import { settleSend } from './settle-send.js';

type Input = InputOf<(typeof replyToComment)['input']>;

/** Requests at the same time. */
const MAX_CONCURRENT = 4;

/** Time that must be left to start one more reply, in ms: the call waits for its outcome. */
const MIN_REPLY_MS = 8_000;

export const callReplyToComment = handle(replyToComment, async (input, call) => {
  const beginning = await startCall(input, call);
  const { commentId, outcome, allowDuplicate = false } = input;
  if (outcome !== undefined) {
    if (commentId === undefined)
      return invalidArguments('commentId is missing: pass the id of your reply whose outcome to resolve.');
    return settleSend(
      {
        tool: replyToComment.name,
        id: commentId,
        outcome,
        referring: input,
        read: async () =>
          requestedComment(await call.client.comments.get(commentId, { limit: 1 }, call.request())),
        settle: (key) => settleReply(commentId, outcome satisfies SendOutcome, key, call),
      },
      beginning,
      call,
    );
  }
  const wanted = requestedReplies(input);
  if (!Array.isArray(wanted)) return wanted as Answer;
  const replies: readonly RequestedReply[] = wanted;
  const [only, ...more] = replies;
  const parts =
    only !== undefined && more.length === 0
      ? { commentId: only.commentId, text: only.text, private: only.private, allowDuplicate }
      : { replies, allowDuplicate };
  const verdict = await agree(
    {
      tool: replyToComment.name,
      parts,
      version: null,
      ask: needsConfirmation(true, call),
      show: () => show(replies, allowDuplicate, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const key = verdict.idempotencyKey ?? newActionKey();
  const results = await eachOf(replies, MAX_CONCURRENT, async (reply): Promise<SendResult> => {
    if (call.remainingMs() < MIN_REPLY_MS) return notBegun(reply, key);
    return sendReply(reply, { key, allowDuplicate }, call);
  });
  return repliesAnswer(results, key, input.response_format === 'detailed');
});

/** The requested replies, or the answer that refuses the arguments. */
function requestedReplies({
  commentId,
  text,
  private: isPrivate,
  replies,
}: Input): readonly RequestedReply[] | Answer {
  const single = commentId !== undefined || text !== undefined;
  if (replies !== undefined && replies.length > 0 && single) {
    return invalidArguments('Pass either commentId and text, or replies, not both.');
  }
  if (replies === undefined || replies.length === 0) {
    if (commentId === undefined || text === undefined || text.trim() === '')
      return invalidArguments('Pass commentId and text, or replies.');
    return [{ commentId, text, private: isPrivate ?? false }];
  }
  const all = replies.map((one) => ({ ...one, private: one.private ?? isPrivate ?? false }));
  const names = all.map((one) => `${one.commentId} ${one.private}`);
  const twice = all.find((_one, index) => names.indexOf(names[index] ?? '') !== index);
  return twice === undefined
    ? all
    : invalidArguments(`${twice.commentId} appears twice in replies. Answer each comment once.`);
}

function invalidArguments(message: string): Answer {
  return refusal({
    code: 'arguments_invalid',
    message,
    facts: { fields: ['commentId', 'text', 'replies'] },
    next: `${toolCall('reply_to_comment', { commentId: 'cmt_…', text: '…' })}, or replies [{"commentId": "cmt_…", "text": "…"}, …]`,
  });
}

/** A preview of the replies and what they answer, or why none can be sent. */
async function show(
  replies: readonly RequestedReply[],
  allowDuplicate: boolean,
  call: CallContext,
): Promise<Shown> {
  const me = await call.me();
  const instead =
    refuseWithoutScope(me, 'comments:write', 'answer comments') ??
    (replies.some((reply) => reply.private)
      ? refuseWithoutScope(me, 'messages:write', 'send direct messages')
      : undefined);
  if (instead !== undefined) return { instead };
  const comments = await eachOf(
    replies,
    MAX_CONCURRENT,
    async ({ commentId }): Promise<Comment> =>
      requestedComment(await call.client.comments.get(commentId, { limit: 1 }, call.request())),
  );
  const accounts = await readAccounts(call);
  const shown = replies.flatMap((reply, index): ReplyInContext[] => {
    const comment = comments[index];
    if (comment === undefined) return [];
    const account = accounts.get(comment.accountId);
    return [{ ...reply, comment, account, handle: account?.handle ?? comment.accountId }];
  });
  const problems = shown.map((reply) => replyProblem(reply, allowDuplicate));
  const [first] = problems;
  if (first !== undefined && problems.every((one) => one?.code === 'account_unusable')) {
    const unusable = new Map(
      shown.flatMap(({ account }) => (account ? [[account.id, account] as const] : [])),
    );
    return { instead: noAccess([...unusable.values()], 'Nothing was sent.') };
  }
  if (first !== undefined && problems.every((one) => one !== undefined)) {
    return { instead: allRefused(shown, allowDuplicate, first) };
  }
  return { preview: replyPreview(shown, allowDuplicate) };
}

/** The answer if the service would refuse every reply: a person is not asked in vain. */
function allRefused(
  replies: readonly ReplyInContext[],
  allowDuplicate: boolean,
  first: ReplyProblem,
): Answer {
  const results = replies.map((reply) => {
    const problem = replyProblem(reply, allowDuplicate);
    return {
      commentId: reply.commentId,
      result: problem?.code === 'already_answered' ? problem.code : 'refused',
      code: problem?.code,
      message: problem?.reason,
      allowed: reply.comment.allowed,
    };
  });
  return refusal({
    code: first.code,
    message: replies.length === 1 ? first.reason : 'None of these comments can be answered this way.',
    untouched: 'Nothing was sent.',
    facts: { results },
    next:
      first.code === 'account_unusable'
        ? first.reason
        : remedyOf({ code: first.code, problem: { allowed: replies[0]?.comment.allowed } }),
  });
}

function notBegun({ commentId }: RequestedReply, key: string): SendResult {
  return {
    standing: 'not_sent',
    row: { commentId, result: 'not_begun' },
    words: [],
    said: 'The call ran out of time before this reply was started.',
    next: `Repeat the call with idempotencyKey ${JSON.stringify(key)}: it sends only what is missing`,
  };
}

/** Sends one reply under its own idempotency key, derived from the key of the call. */
async function sendReply(
  { commentId, text, private: isPrivate }: RequestedReply,
  { key, allowDuplicate }: { readonly key: string; readonly allowDuplicate: boolean },
  call: CallContext,
): Promise<SendResult> {
  const about = { commentId, private: isPrivate || undefined };
  try {
    const created = await call.client.comments.create(
      {
        parentCommentId: commentId,
        text,
        ...(isPrivate && { private: true }),
        ...(allowDuplicate && { allowDuplicate }),
      },
      { ...call.request(), idempotencyKey: `${key}/${isPrivate ? 'private/' : ''}${commentId}` },
    );
    if (created.messageId === null) return replyResult(commentId, created);
    const message = await call.client.messages.get(created.messageId, call.request());
    return messageResult(message, about);
  } catch (error) {
    return failedResult(error, about, key);
  }
}

/** Resolves the unknown outcome of a reply. */
async function settleReply(
  id: string,
  outcome: SendOutcome,
  idempotencyKey: string | undefined,
  call: CallContext,
): Promise<SendResult> {
  const settled = await call.client.comments.resolve(id, { outcome }, { ...call.request(), idempotencyKey });
  return replyResult(settled.parentCommentId, settled);
}

function replyResult(
  commentId: string | null,
  { id, status, error, threadId, url }: Pick<CreatedComment, 'id' | 'status' | 'error' | 'threadId' | 'url'>,
): SendResult {
  return answeredResult({
    id,
    status: status ?? 'sent',
    error,
    facts: {
      commentId,
      replyId: id,
      appearsUnder: commentId === null || threadId === commentId ? undefined : threadId,
      url: status === 'sent' ? safeUrl(url) : undefined,
    },
    look: toolCall('get_comment', { id }),
    settle: (outcome) => toolCall('reply_to_comment', { commentId: id, outcome }),
  });
}

/** Runs work on each item, a few at a time, and keeps the order. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))));
  }
  return results;
}
