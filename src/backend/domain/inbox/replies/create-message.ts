import type { Issue } from '../../../../contract/errors.js';
import type { Message, MessageMedia } from '../../../../contract/inbox/messages.js';
import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import { RULES } from '../../../../networks/rules.js';
import { timeForms } from '../../../../time/forms.js';
import type { Call } from '../../../operations/call.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { recordActivity } from '../../../store/activity.js';
import type { Write } from '../../../store/store.js';
import type { ConversationRow } from '../../../store/tables/inbox-rows.js';
import type { MediaRow } from '../../../store/tables/media-rows.js';
import { findMedia } from '../../media/repository.js';
import { DUPLICATE_WINDOW_MS, fingerprintOf } from '../../posts/fingerprint.js';
import { refreshConversation } from '../conversation-records.js';
import { viewContextOf } from '../reading/read-comments.js';
import { requireConversation, requireMessage, viewOneMessage } from '../reading/read-messages.js';
import { viewMessage } from '../reading/view-conversation.js';
import {
  cannotWriteReason,
  humanAgentOver,
  mayReplyByHand,
  waysToWrite,
  windowState,
} from '../reply-rules.js';
import { insertMessage } from './message-writes.js';
import { awaitOutcome } from './outcome-wait.js';
import { refuseIssues, textIssues } from './reply-text.js';

type CreateCall = Call<'messages.create'>;

/** Who acts: a program with an API key, or a person who is signed in to the dashboard. */
export type Actor = { readonly kind: 'key' } | { readonly kind: 'person' };

/** Sends a direct message in a conversation. */
export async function createMessage(call: CreateCall, actor: Actor): Promise<Message> {
  const { body, caller, now, services } = call;
  const { text = '', mediaUrls = [], humanAgent = false } = body;
  if (humanAgent && actor.kind === 'key') throw personRequired();
  const conversation = await requireConversation(call, body.conversationId);
  refuseClosed(call, conversation, humanAgent);
  const found = await findMedia(services.store.db, caller.workspace.id, mediaUrls);
  refuseIssues(contentIssues(conversation, text, mediaUrls, found));

  const fingerprint = fingerprintOf({ text, mediaUrls });
  const answer = await call.commit(async (trx) => {
    if (!body.allowDuplicate) await refuseDuplicate(trx, conversation, fingerprint, now);
    const row = await insertMessage(trx, call, conversation, {
      text,
      media: mediaUrls.map((key): MessageMedia => ({ kind: found.get(key)?.kind ?? 'file', key, url: null })),
      fingerprint,
      answersCommentId: null,
      content: {
        kind: 'message',
        conversationId: conversation.id,
        networkConversationId: conversation.network_conversation_id,
        personId: conversation.participant_id,
        answersComment: null,
        text,
        mediaKeys: mediaUrls,
        humanAgent,
        closesAt: humanAgent ? null : conversation.closes_at,
      },
    });
    await trx.updateTable('conversations').set({ unread: 0 }).where('id', '=', conversation.id).execute();
    await refreshConversation(trx, conversation.id);
    await recordActivity(trx, {
      workspaceId: conversation.workspace_id,
      apiKeyId: caller.key.id,
      operation: 'messages.create',
      objectId: row.id,
      summary: `wrote to ${conversation.participant_handle || conversation.participant_name} on ${conversation.platform}`,
      requestId: call.requestId,
      now,
    });
    return viewMessage(row, conversation.platform, viewContextOf(call));
  });
  await awaitOutcome(call, answer.id);
  return viewOneMessage(call, await requireMessage(call, answer.id));
}

function personRequired(): RequestRefused {
  return new RequestRefused(
    'person_required',
    'The human-agent tag tells the network that a person wrote the message, so it works only in the dashboard and not with an API key. Omit `humanAgent`, or ask a person to reply in the dashboard.',
  );
}

/** @throws RequestRefused where the network's window for a reply is closed */
export function refuseClosed(
  { caller, services }: Pick<CreateCall, 'caller' | 'services'>,
  conversation: ConversationRow,
  humanAgent = false,
): void {
  const { now, timezone } = viewContextOf({ caller, services });
  if (windowState(conversation, now) !== 'closed') return;
  if (humanAgent && mayReplyByHand(conversation, now)) return;
  const closesAt = conversation.closes_at;
  const closed = closesAt === null ? null : timeForms(closesAt, timezone, now);
  const when = closed ? ` It closed ${closed.relative} (${closed.local}).` : '';
  const byHand = mayReplyByHand(conversation, now) ? ' A person can still reply in the dashboard.' : '';
  const late = humanAgent && closed ? ` ${humanAgentOver(conversation.platform)}` : '';
  throw new RequestRefused(
    'reply_window_closed',
    `${cannotWriteReason(conversation, now) ?? ''}${when}${byHand}${late}`,
    {
      closedAt: closesAt === null ? null : new Date(closesAt).toISOString(),
      allowed: waysToWrite(conversation, now),
    },
  );
}

async function refuseDuplicate(
  trx: Write,
  conversation: ConversationRow,
  fingerprint: string,
  now: number,
): Promise<void> {
  const earlier = await trx
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversation.id)
    .where('created_at', '>', now - DUPLICATE_WINDOW_MS)
    .where('fingerprint', '=', fingerprint)
    .where('status', '!=', 'failed')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return;
  throw new RequestRefused(
    'already_answered',
    `The same message was sent within 24 hours: see ${earlier.id}. To send it anyway, set \`allowDuplicate: true\`.`,
    { replyId: earlier.id },
  );
}

/** Everything in a message that the network would refuse. */
function contentIssues(
  { platform }: ConversationRow,
  text: string,
  keys: readonly string[],
  found: ReadonlyMap<string, MediaRow>,
): Issue[] {
  const rules = RULES[platform].inbox?.messages;
  if (!rules) return [];
  const name = PLATFORM_NAMES[platform];
  const base = { severity: 'error', platform } as const;
  const issues: Issue[] = keys.length === 0 || text !== '' ? textIssues(text, platform, rules.text) : [];
  if (keys.length > 0 && text !== '' && !rules.fileWithText.value) {
    issues.push({
      ...base,
      code: 'text_with_media',
      pointer: '/mediaUrls',
      message: `A message on ${name} can have text or a file, but not both.`,
      fix: 'Send two messages, each with its own idempotency key.',
    });
  }
  if (keys.length > rules.files.value) {
    issues.push({
      ...base,
      code: 'too_many_media',
      pointer: '/mediaUrls',
      message: `A message on ${name} can have ${rules.files.value} file, not ${keys.length}.`,
      actual: keys.length,
      limit: rules.files.value,
      fix: 'Send each file in a separate message.',
    });
  }
  for (const [index, key] of keys.entries()) {
    const pointer = `/mediaUrls/${index}`;
    const media = found.get(key);
    if (!media) {
      const message = `There is no uploaded file ${key} in this workspace.`;
      issues.push({
        ...base,
        code: 'media_unknown',
        pointer,
        message,
        fix: 'Upload it first: `POST /v1/media`.',
      });
      continue;
    }
    const max = (media.kind === 'video' ? rules.videoBytes : rules.imageBytes).value;
    if (media.bytes <= max) continue;
    issues.push({
      ...base,
      code: 'media_too_large',
      pointer,
      message: `The ${media.kind} has ${media.bytes} bytes; ${name} allows ${max} in a message.`,
      actual: media.bytes,
      limit: max,
      unit: 'bytes',
      fix: 'Upload a smaller file.',
    });
  }
  return issues;
}
