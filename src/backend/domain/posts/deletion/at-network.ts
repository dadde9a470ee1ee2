import { withTimeLimit } from '../../../../base/time-limit.js';
import type { KeptCode } from '../../../../contract/posts/changes.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../../networks/adapter.js';
import type { NetworkGateway } from '../../../networks/gateway.js';
import { healthAfter } from '../../../networks/refusals/health-after.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import type { Call } from '../../../operations/call.js';
import { recordEvent } from '../../../store/events.js';
import { refreshPostStatus } from '../../../store/post-status.js';
import type { AccountRow } from '../../../store/schema.js';
import type { WorkspaceTimers } from '../../../work/workspace-timers.js';
import { recordHealth } from '../../connections/check.js';
import type { StoredTarget } from '../repository.js';

/** The time limit of the calls for one target, in milliseconds. */
const CALL_LIMIT_MS = 30_000;

export interface DeletionDependencies {
  readonly gateway: NetworkGateway;
  readonly timers: WorkspaceTimers;
}

/** Why a target, or a part of it, may still be at its network. */
export interface Kept {
  readonly code: KeptCode;
  readonly message: string;
}

/**
 * Deletes a target at its network, the last part first, and stores each deletion when it has happened.
 *
 * @returns null: all of it is deleted
 */
export async function deleteAtNetwork(
  call: Call<'posts.deletePublished'>,
  { gateway, timers }: DeletionDependencies,
  target: StoredTarget,
  account: AccountRow,
): Promise<Kept | null> {
  const { services, caller } = call;
  timers.learn(caller.workspace.id, caller.workspace);
  const time = timers.timeOf(caller.workspace.id);
  const connection = gateway.connect(account, time, withTimeLimit(CALL_LIMIT_MS, call.signal));
  const adapter = gateway.adapterOf(target.platform);
  if (!adapter.remove || target.network_post_id === null)
    throw new Error(`${target.id} cannot be deleted at its network.`);
  try {
    for (const part of target.parts.toReversed()) {
      if (part.status !== 'published' || part.network_part_id === null) continue;
      await adapter.remove(connection, part.network_part_id);
      await services.store.write((trx) =>
        trx
          .updateTable('target_parts')
          .set({ status: 'deleted' })
          .where('target_id', '=', target.id)
          .where('position', '=', part.position)
          .execute(),
      );
    }
    await adapter.remove(connection, target.network_post_id);
  } catch (error) {
    const kept = keptAfter(error);
    if (kept === null) throw error;
    const health = kept.code === 'account_unusable' ? healthAfter(error) : null;
    if (health) await recordHealth(services, account, { ...health, checkedAt: call.now, now: call.now });
    // A network that did not answer may have deleted it: the deletion stays begun until it is repeated.
    if (kept.code !== 'network_unavailable') await endDeletion(call, target);
    return kept;
  }
  await recordDeletion(call, target);
  return null;
}

async function endDeletion(call: Call<'posts.deletePublished'>, target: StoredTarget): Promise<void> {
  await call.services.store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ phase: null })
      .where('id', '=', target.id)
      .where('phase', '=', 'deleting')
      .execute(),
  );
}

async function recordDeletion(
  { services, now }: Call<'posts.deletePublished'>,
  target: StoredTarget,
): Promise<void> {
  const { store, ids } = services;
  await store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('targets')
      .set({ status: 'deleted', phase: null, error_json: null, updated_at: now })
      .where('id', '=', target.id)
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow();
    // Another request has recorded it.
    if (numUpdatedRows !== 1n) return;
    await recordEvent(trx, ids, {
      workspaceId: target.workspace_id,
      type: 'target.deleted',
      objectId: target.post_id,
      data: {
        postId: target.post_id,
        targetId: target.id,
        accountId: target.account_id,
        platform: target.platform,
        url: target.url,
      },
      now,
    });
    await refreshPostStatus(trx, ids, target.post_id, now);
  });
}

const REPEAT = 'It may be deleted or not: repeat the deletion, which is safe.';

/** For a network that accepts no more deletions for now; Mastodon accepts 30 in 30 minutes. */
function afterwards({ retryAt }: NetworkRefusal): string {
  const when = retryAt === null ? 'later' : `after ${new Date(retryAt).toISOString()}`;
  return `Repeat the deletion ${when}: it goes on with what is left.`;
}

/** @returns null: the error is not about the network */
function keptAfter(error: unknown): Kept | null {
  if (error instanceof ConnectionFailed || error instanceof OutcomeInDoubt) {
    return { code: 'network_unavailable', message: `${error.message} ${REPEAT}` };
  }
  if (!(error instanceof NetworkRefusal)) return null;
  switch (error.code) {
    case 'rate_limited':
      return { code: 'network_unavailable', message: `${error.message} ${afterwards(error)}` };
    case 'network_unavailable':
      return { code: 'network_unavailable', message: `${error.message} ${REPEAT}` };
    case 'account_reconnect_required':
    case 'account_restricted':
    case 'permission_missing':
      return { code: 'account_unusable', message: error.message };
    default:
      return { code: 'network_refused', message: error.message };
  }
}
