import { sql } from 'kysely';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { Delivered } from '../../networks/outgoing-post.js';
import type { LookUpOnly } from '../../store/doubt.js';
import type { Write } from '../../store/store.js';
import { doubtAfter } from '../../work/verdict.js';

/** The final outcome of one part. `lookUpOnly`: it must not be sent. */
export type FinalPart =
  | { readonly status: 'published'; readonly delivered: Delivered }
  | { readonly status: 'failed'; readonly diagnosis: Diagnosis }
  | { readonly status: 'unknown'; readonly diagnosis: Diagnosis; readonly lookUpOnly?: LookUpOnly };

/** The outcome of one attempt at a part. `pending`: nothing was sent, and it is still to be sent, or only looked up. */
export type PartResult = FinalPart | { readonly status: 'pending'; readonly lookUpOnly?: LookUpOnly };

/**
 * @param since workspace time at which the first attempt began, unless an earlier attempt has stored it; the keys of all
 *   attempts are made from what is stored
 */
export async function markPartSending(
  trx: Write,
  targetId: string,
  position: number,
  since: number,
): Promise<void> {
  await trx
    .updateTable('target_parts')
    .set({ in_doubt: 1, first_attempt_at: sql`coalesce(first_attempt_at, ${since})` })
    .where('target_id', '=', targetId)
    .where('position', '=', position)
    .execute();
}

export async function writePart(
  trx: Write,
  targetId: string,
  position: number,
  result: PartResult,
): Promise<void> {
  await trx
    .updateTable('target_parts')
    .set({
      status: result.status,
      in_doubt: doubtAfter(result, result.status === 'unknown' ? 1 : 0),
      error_json: 'diagnosis' in result ? JSON.stringify(result.diagnosis) : null,
      ...(result.status === 'published' && {
        network_part_id: result.delivered.networkPostId,
        url: result.delivered.url,
      }),
    })
    .where('target_id', '=', targetId)
    .where('position', '=', position)
    .execute();
}
