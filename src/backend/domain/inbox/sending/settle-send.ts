import type { SendStatus } from '../../../../contract/inbox/replies.js';
import type { AttemptOutcome } from '../../../../contract/posts/posts.js';
import { RULES } from '../../../../networks/rules.js';
import type { IdSource } from '../../../base/ids.js';
import type { Delivered } from '../../../networks/outgoing-post.js';
import { recordEvent, recordEvents } from '../../../store/events.js';
import type { Store, Write } from '../../../store/store.js';
import { wakeAt } from '../../../store/workspace-clock.js';
import { doubtAfter, failedOutcome, type Verdict } from '../../../work/verdict.js';
import { updateAccountHealth } from '../../accounts/update-health.js';
import { refreshAwaiting } from '../comment-records.js';
import { refreshConversation } from '../conversation-records.js';
import { insertNotice } from '../intake/notices.js';
import { replyDiagnosis } from './reply-diagnosis.js';
import type { SendClaim } from './send-records.js';

type Settled = Exclude<Verdict, { kind: 'lost_claim' }>;

interface Meaning {
  readonly status: SendStatus;
  readonly outcome: AttemptOutcome;
  readonly inDoubt: 0 | 1;
}

const MEANING: Readonly<Record<Settled['kind'], Meaning>> = {
  published: { status: 'sent', outcome: 'published', inDoubt: 0 },
  failed: { status: 'failed', outcome: 'refused', inDoubt: 0 },
  missed: { status: 'failed', outcome: 'not_sent', inDoubt: 0 },
  wait: { status: 'sending', outcome: 'not_sent', inDoubt: 0 },
  early: { status: 'sending', outcome: 'not_sent', inDoubt: 0 },
  parts_wait: { status: 'sending', outcome: 'not_sent', inDoubt: 0 },
  reconcile: { status: 'sending', outcome: 'unknown', inDoubt: 1 },
  unknown: { status: 'unknown', outcome: 'unknown', inDoubt: 1 },
};

/**
 * Records the outcome of an attempt, with everything that follows from it. Only the process that still holds the lease
 * can.
 *
 * @returns false where the lease was lost: then nothing was written
 */
export function settleSend(
  store: Store,
  ids: IdSource,
  claim: SendClaim,
  verdict: Settled,
  { now, systemNow }: { readonly now: number; readonly systemNow: number },
): Promise<boolean> {
  const { send } = claim;
  const { status, inDoubt } = MEANING[verdict.kind];
  const outcome =
    verdict.kind === 'failed' ? failedOutcome(verdict.diagnosis) : MEANING[verdict.kind].outcome;
  // The budget for reconciling a call starts with that call, however long it waited.
  const isNewDoubt = verdict.kind === 'reconcile' && send.in_doubt === 0;
  const retryAt = 'until' in verdict ? verdict.until : null;
  const diagnosis = 'diagnosis' in verdict ? replyDiagnosis(verdict.diagnosis, verdict.kind) : null;
  const delivered = verdict.kind === 'published' ? verdict.delivered : null;
  return store.write(async (trx) => {
    const clock = await trx
      .selectFrom('workspaces')
      .select(['clock_offset_ms', 'clock_frozen_at'])
      .where('id', '=', send.workspace_id)
      .executeTakeFirstOrThrow();
    const { numUpdatedRows } = await trx
      .updateTable('sends')
      .set({
        status,
        in_doubt: doubtAfter(verdict, inDoubt),
        due_at: retryAt,
        wake_at: retryAt === null ? null : wakeAt(clock, retryAt, systemNow),
        lease_until: null,
        updated_at: now,
        ...(isNewDoubt && { attempt_base: send.attempt - 1 }),
      })
      .where('id', '=', send.id)
      .where('attempt', '=', send.attempt)
      .where('status', '=', 'sending')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    await trx
      .updateTable('send_attempts')
      .set({ outcome, ended_at: now, error_json: diagnosis && JSON.stringify(diagnosis) })
      .where('id', '=', claim.attemptId)
      .execute();
    const error_json = diagnosis && JSON.stringify(diagnosis);
    await writeOutcome(trx, send, { status, error_json }, delivered);
    if (diagnosis?.code === 'reply_not_possible') await readAnsweredAgain(trx, claim, systemNow);
    if (status === 'sent') await recordSent(trx, ids, send.id, now);
    if (diagnosis)
      await recordEvents(trx, ids, await updateAccountHealth(trx, claim.account, diagnosis, now));
    return true;
  });
}

/**
 * The network refuses a reply, perhaps because the comment is gone: it is read again, and marked as deleted if so.
 * Networks that announce what happens announce that as well.
 */
async function readAnsweredAgain(
  trx: Write,
  { account, content }: SendClaim,
  systemNow: number,
): Promise<void> {
  if (content.kind !== 'comment' || content.parentId === null) return;
  if (account.simulated === 1 || !RULES[account.platform].inbox?.polled) return;
  const { networkPostId, parentId } = content;
  await insertNotice(trx, account, { kind: 'comments', networkPostId, commentIds: [parentId] }, systemNow);
}

/** Writes the outcome to the comment or message itself, where readers see it. */
export async function writeOutcome(
  trx: Write,
  { id, kind, account_id }: Pick<SendClaim['send'], 'id' | 'kind' | 'account_id'>,
  outcome: { readonly status: SendStatus; readonly error_json: string | null },
  delivered: Delivered | null,
): Promise<void> {
  const networkId = delivered?.networkPostId ?? null;
  if (kind === 'comment') {
    if (networkId !== null) {
      // If the network reported it before it answered the call, it is stored twice for a moment.
      await trx
        .deleteFrom('comments')
        .where('account_id', '=', account_id)
        .where('network_comment_id', '=', networkId)
        .where('id', '!=', id)
        .execute();
    }
    await trx
      .updateTable('comments')
      .set({
        ...outcome,
        ...(networkId !== null && { network_comment_id: networkId }),
        ...(delivered && delivered.url !== '' && { url: delivered.url }),
      })
      .where('id', '=', id)
      .execute();
    await refreshAwaiting(trx, id);
    return;
  }
  if (networkId !== null) {
    await trx
      .deleteFrom('messages')
      .where('account_id', '=', account_id)
      .where('network_message_id', '=', networkId)
      .where('id', '!=', id)
      .execute();
  }
  const { conversation_id, answers_comment_id } = await trx
    .updateTable('messages')
    .set({ ...outcome, ...(networkId !== null && { network_message_id: networkId }) })
    .where('id', '=', id)
    .returning(['conversation_id', 'answers_comment_id'])
    .executeTakeFirstOrThrow();
  await refreshConversation(trx, conversation_id);
  if (answers_comment_id !== null && outcome.status === 'failed') {
    // A private reply that was not sent does not use up the comment's one private reply.
    await trx
      .updateTable('comments')
      .set({ private_message_id: null })
      .where('id', '=', answers_comment_id)
      .where('private_message_id', '=', id)
      .execute();
    await refreshAwaiting(trx, answers_comment_id, 'itself');
  }
}

/** Records the event of a message that was sent. */
export async function recordSent(trx: Write, ids: IdSource, id: string, now: number): Promise<void> {
  const message = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([
      'messages.workspace_id',
      'messages.account_id',
      'messages.conversation_id',
      'conversations.platform',
    ])
    .where('messages.id', '=', id)
    .executeTakeFirst();
  if (!message) return;
  const {
    conversation_id: conversationId,
    account_id: accountId,
    workspace_id: workspaceId,
    platform,
  } = message;
  await recordEvent(trx, ids, {
    workspaceId,
    type: 'message.sent',
    objectId: id,
    data: { messageId: id, conversationId, accountId, platform },
    now,
  });
}
