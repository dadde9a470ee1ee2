import type { Queries } from '../../store/store.js';
import type { SendClaim } from './send-records.js';

/** A network's clock may be behind ours by so much when it stamps what it takes, in milliseconds. */
const STAMP_SKEW_MS = 60_000;

/**
 * Ids of what else the account has written at the same place since the first attempt began: a look-up never
 * takes one of them for this.
 */
export async function knownIdsFor(db: Queries, { send, content }: SendClaim): Promise<string[]> {
  const since = (send.first_attempt_at ?? send.updated_at) - STAMP_SKEW_MS;
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
