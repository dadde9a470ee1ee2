import { withTimeLimit } from '../../../base/time-limit.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { type NetworkAdapter, NetworkRefusal } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import type { CommentsAdapter } from '../../networks/inbox-adapter.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { CommentRow } from '../../store/tables/inbox-rows.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { findAccount } from '../accounts/repository.js';
import { refreshAwaiting } from './comment-records.js';
import { requireComment, viewOneComment } from './reading/read-comments.js';

/** The time limit of a call to a network, in milliseconds. */
const CALL_LIMIT_MS = 30_000;

type ModerationId = 'comments.hide' | 'comments.unhide' | 'comments.delete';
type ModerateCall = Call<ModerationId>;

export interface ModerationDependencies {
  readonly gateway: NetworkGateway;
  readonly timers: WorkspaceTimers;
}

/** Marks a comment as read. */
export async function markRead(call: Call<'comments.read'>): Promise<Comment> {
  const row = await requireComment(call, call.params.commentId);
  const view = await viewOneComment(call, row);
  return call.commit(async (trx) => {
    await trx.updateTable('comments').set({ unread: 0 }).where('id', '=', row.id).execute();
    return { ...view, unread: false };
  });
}

/** Hides a comment from everyone but its author, or unhides it. */
export async function setHidden(
  call: Call<'comments.hide'> | Call<'comments.unhide'>,
  dependencies: ModerationDependencies,
  hidden: boolean,
): Promise<Comment> {
  const row = await requireComment(call, call.params.commentId);
  if (row.is_own === 1) throw notPossible('You wrote this comment: delete it instead.');
  if (row.state === 'deleted') throw new RequestRefused('state_conflict', `${row.id} is deleted.`);
  const state = hidden ? 'hidden' : 'visible';
  if (row.state !== state) {
    await callNetwork(call, dependencies, row, async (comments, connection, id) => {
      if (!comments.setHidden)
        throw notPossible(`Postrider cannot hide comments on ${PLATFORM_NAMES[row.platform]}.`);
      await comments.setHidden(connection, id, hidden);
    });
  }
  return record(call, hidden ? 'comments.hide' : 'comments.unhide', row, async (trx) => {
    await trx.updateTable('comments').set({ state, unread: 0 }).where('id', '=', row.id).execute();
  });
}

/** Deletes a comment at the network, with everything under it. */
export async function deleteComment(
  call: Call<'comments.delete'>,
  dependencies: ModerationDependencies,
): Promise<Comment> {
  const row = await requireComment(call, call.params.commentId);
  if (row.status === 'sending' || row.status === 'unknown') {
    const what = row.status === 'sending' ? 'is being sent' : 'has an unknown outcome: resolve that first';
    throw new RequestRefused('state_conflict', `${row.id} ${what}.`);
  }
  // A comment that was never sent needs no call to the network.
  if (row.state !== 'deleted' && row.status !== 'failed') {
    await callNetwork(call, dependencies, row, async (comments, connection, id) => {
      if (!comments.remove)
        throw notPossible(`Postrider cannot delete comments on ${PLATFORM_NAMES[row.platform]}.`);
      await comments.remove(connection, id);
    });
  }
  return record(call, 'comments.delete', row, async (trx) => {
    await trx
      .updateTable('comments')
      .set({ state: 'deleted', awaiting: 0, unread: 0 })
      .where((where) => where.or([where('id', '=', row.id), where('parent_id', '=', row.id)]))
      .execute();
    await refreshAwaiting(trx, row.id);
  });
}

function notPossible(reason: string): RequestRefused {
  return new RequestRefused('reply_not_possible', reason, { reason });
}

async function record(
  call: ModerateCall,
  operation: ModerationId,
  row: CommentRow,
  effect: (trx: Write) => Promise<void>,
): Promise<Comment> {
  await call.services.store.write(async (trx) => {
    await effect(trx);
    await recordActivity(trx, {
      workspaceId: row.workspace_id,
      apiKeyId: call.caller.key.id,
      operation,
      objectId: row.id,
      summary: `${operation.split('.')[1]} ${row.author_handle || row.author_name} on ${row.platform}`,
      requestId: call.requestId,
      now: call.now,
    });
  });
  return viewOneComment(call, await requireComment(call, row.id));
}

/** Makes an idempotent call to the network. */
async function callNetwork(
  call: ModerateCall,
  { gateway, timers }: ModerationDependencies,
  row: CommentRow,
  work: (comments: CommentsAdapter, connection: Connection, networkCommentId: string) => Promise<void>,
): Promise<void> {
  const { caller, services } = call;
  const account = await findAccount(services.store.db, caller.workspace.id, row.account_id);
  const { comments }: Pick<NetworkAdapter, 'comments'> = gateway.adapterOf(row.platform);
  if (!account || !comments || row.network_comment_id === null) {
    throw notPossible('The comment’s id at the network is unknown, or its account is not connected.');
  }
  timers.learn(caller.workspace.id, caller.workspace);
  const signal = withTimeLimit(CALL_LIMIT_MS, call.signal);
  try {
    await work(
      comments,
      gateway.connect(account, timers.timeOf(caller.workspace.id), signal),
      row.network_comment_id,
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ConnectionFailed) {
    return new RequestRefused(
      'network_unavailable',
      `${error.message} Try again: repeating this call is safe.`,
    );
  }
  if (!(error instanceof NetworkRefusal)) return error;
  const isTemporary = error.code === 'rate_limited' || error.code === 'network_unavailable';
  return new RequestRefused(isTemporary ? 'network_unavailable' : 'network_refused', error.message, {
    network: error.answer,
  });
}
