import { scopeNeeded } from '../../../contract/operation.js';
import { OPERATIONS } from '../../../contract/operations.js';
import type { HistoryAction } from '../../../contract/posts/posts.js';
import type { PostAction } from '../../../contract/posts/status.js';
import { mayDo } from '../../../contract/posts/status.js';
import type { Caller } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { requireScope } from '../../operations/scopes.js';
import type { Services } from '../../operations/services.js';
import { recordActivity } from '../../store/activity.js';
import { refreshPostStatus } from '../../store/post-status.js';
import type { PostRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { type FieldChange, recordHistory } from './post-history.js';
import { findPost, type StoredPost, updatePostRow } from './repository.js';
import { stateConflict, versionConflict } from './state-conflict.js';
import type { DueClock } from './target-rows.js';

/** What every change of a post has in common: a part of any call that names one. */
export interface ChangeCall {
  readonly params: { readonly id: string };
  readonly body: unknown;
  readonly caller: Caller;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly requestId: string;
  readonly services: Services;
}

/**
 * Reads the post that is to be changed, in the transaction that changes it.
 *
 * @param version the version that the caller has read; undefined where any will do
 * @throws RequestRefused where there is no such post, the key may not do this to it, it has another version, or
 *   its status does not allow it
 */
export async function readForChange(
  trx: Write,
  call: ChangeCall,
  action: PostAction,
  version: number | undefined,
): Promise<StoredPost> {
  const stored = await findPost(trx, call.caller.workspace.id, call.params.id, 'to_change');
  if (!stored) {
    throw new RequestRefused('post_not_found', `There is no post ${call.params.id} in this workspace.`);
  }
  const { post } = stored;
  const scope = scopeNeeded(OPERATIONS[`posts.${action}`].access, call.body, post.status);
  if (scope !== null) requireScope(scope, call.caller);
  if (version !== undefined && version !== post.version) throw versionConflict(post, version);
  if (!mayDo(action, post.status)) throw stateConflict(action, post);
  return stored;
}

export interface Change {
  readonly action: PostAction;
  readonly history: HistoryAction;
  readonly changes: readonly FieldChange[];
  /** For the activity of the workspace, in a few words. */
  readonly summary: string;
  /** Columns of the post that change beside its version and its status. */
  readonly set?: Partial<Omit<PostRow, 'id' | 'version' | 'status'>>;
}

/**
 * Ends a change whose targets are written: a new version, the status that follows from the targets, history
 * and activity.
 *
 * @returns the post as it is now
 * @throws RequestRefused where somebody else changed the post in the meantime
 */
export async function finishChange(
  trx: Write,
  call: ChangeCall,
  { post }: StoredPost,
  change: Change,
): Promise<StoredPost> {
  const { caller, now, services } = call;
  if (!(await updatePostRow(trx, post.id, post.version, { ...change.set, updated_at: now }))) {
    throw versionConflict(post, post.version);
  }
  if (await hasLeftDraft(trx, post)) await refreshPostStatus(trx, services.ids, post.id, now);
  await recordHistory(trx, {
    postId: post.id,
    workspaceId: post.workspace_id,
    apiKeyId: caller.key.id,
    action: change.history,
    changes: change.changes,
    version: post.version + 1,
    now,
  });
  await noteActivity(trx, call, change.action, change.summary);
  return reread(trx, call);
}

/** A draft stays one until one of its targets is due. */
async function hasLeftDraft(trx: Write, { id, status }: PostRow): Promise<boolean> {
  if (status !== 'draft') return true;
  const due = await trx
    .selectFrom('targets')
    .select('id')
    .where('post_id', '=', id)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return due !== undefined;
}

export function noteActivity(
  trx: Write,
  { params, caller, now, requestId }: ChangeCall,
  action: PostAction,
  summary: string,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation: `posts.${action}`,
    objectId: params.id,
    summary,
    requestId,
    now,
  });
}

async function reread(trx: Write, { caller, params }: ChangeCall): Promise<StoredPost> {
  const stored = await findPost(trx, caller.workspace.id, params.id);
  if (!stored) throw new Error(`The post ${params.id} was changed and is gone.`);
  return stored;
}

/** By which clock what a call makes due is due. */
export function dueClockOf({ caller, services }: Pick<ChangeCall, 'caller' | 'services'>): DueClock {
  return { workspace: caller.workspace, systemNow: services.clock.now() };
}

/** Tells the publisher and whoever is waiting that a post has changed. */
export function announceChange({ services, params }: Pick<ChangeCall, 'services' | 'params'>): void {
  services.wakePublisher();
  services.changes.notify(params.id);
}
