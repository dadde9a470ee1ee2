import type { Queries } from '../../../store/store.js';
import type { SendClaim } from './send-records.js';

/** How far a network's clock may be behind this one when it stamps a reply or message, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Ids of what else the account has written in the same place since the first attempt began. A look-up must not mistake
 * one of them for this reply or message.
 */
export async function knownIdsFor(db: Queries, { send, content }: SendClaim): Promise<string[]> {
  const since = (send.first_attempt_at ?? send.updated_at) - MAX_CLOCK_SKEW_MS;
  if (content.kind === 'message') {
    const rows = await db
      .selectFrom('messages')
      .select('network_message_id')
      .where('conversation_id', '=', content.conversationId)
      .where('created_at', '>=', since)
      .where('direction', '=', 'outbound')
      .where('id', '!=', send.id)
      .where('network_message_id', 'is not', null)
      .execute();
    return rows.flatMap((row) => row.network_message_id ?? []);
  }
  const comments = await db
    .selectFrom('comments')
    .select('network_comment_id')
    .where('account_id', '=', send.account_id)
    .where('network_post_id', '=', content.networkPostId)
    .where('created_at', '>=', since)
    .where('is_own', '=', 1)
    .where('id', '!=', send.id)
    .where('network_comment_id', 'is not', null)
    .execute();
  const parts = await db
    .selectFrom('targets')
    .innerJoin('target_parts', 'target_parts.target_id', 'targets.id')
    .select('target_parts.network_part_id')
    .where('targets.account_id', '=', send.account_id)
    .where('targets.published_at', '>=', since)
    .where('target_parts.network_part_id', 'is not', null)
    .execute();
  return [
    ...comments.flatMap((row) => row.network_comment_id ?? []),
    ...parts.flatMap((row) => row.network_part_id ?? []),
  ];
}
