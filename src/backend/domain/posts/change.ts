import { scopeNeeded } from '../../../contract/operation.js';
import { OPERATIONS } from '../../../contract/operations.js';
import type { HistoryAction } from '../../../contract/posts/posts.js';
import type { PostAction } from '../../../contract/posts/status.js';
import { mayDo } from '../../../contract/posts/status.js';
import type { Caller } from '../../operations/call.js';
import { requireScope } from '../../operations/scopes.js';
import type { Services } from '../../operations/services.js';
import { recordActivity } from '../../store/activity.js';
import { refreshPostStatus, updateListedAt } from '../../store/post-status.js';
import type { PostRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { refuseAuthor, releases } from './approval/other-approver.js';
import { takesBackCancellation } from './approval/restored-time.js';
import { excerptOf } from './excerpt.js';
import { type FieldChange, recordHistory } from './history.js';
import { noSuchPost } from './no-such-post.js';
import { findPost, type StoredPost, updatePostRow } from './repository.js';
import { actionNotAllowed, versionConflict } from './state-conflict.js';
import type { DueClock } from './targets/rows.js';

/** The part of a call that every change of a post needs. */
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
 * Reads the post to change, in the transaction that changes it.
 *
 * @param version the version that the caller has read; undefined accepts any
 * @param isRepeat whether the action has begun and may go on, whatever the status has become
 * @throws RequestRefused if the post does not exist or has another version, the key lacks the scope, the status does
 *   not allow the action, or somebody other than the caller has to approve it
 */
export async function readForChange(
  trx: Write,
  call: ChangeCall,
  action: PostAction,
  version: number | undefined,
  isRepeat: (stored: StoredPost) => boolean = () => false,
): Promise<StoredPost> {
  const stored = await findPost(trx, call.caller.workspace.id, call.params.id, 'for_update');
  if (!stored) {
    throw noSuchPost(call.params.id);
  }
  const { post } = stored;
  const scope = scopeNeeded(OPERATIONS[`posts.${action}`].access, call.body, post.status);
  if (scope !== null) requireScope(scope, call.caller);
  if (version !== undefined && version !== post.version) throw versionConflict(post, version);
  if (!mayDo(action, post.status) && !isRepeat(stored)) throw actionNotAllowed(action, post);
  if (releases(action, call.body)) {
    await refuseAuthor(trx, call.caller, post, action, takesBackCancellation(stored, call.body));
  }
  return stored;
}

export interface Change {
  readonly action: PostAction;
  readonly history: HistoryAction;
  readonly changes: readonly FieldChange[];
  /** A few words for the workspace's activity. */
  readonly summary: string;
  /** Whether the post becomes a draft again: none of its targets is due any more. */
  readonly becomesDraft?: boolean;
  /** Columns of the post to set besides its version and status. */
  readonly set?: Partial<Omit<PostRow, 'id' | 'version' | 'status'>>;
}

/**
 * Completes a change after its targets are written: raises the version, derives the post's status from its targets,
 * and records history and activity.
 *
 * @returns the changed post
 * @throws RequestRefused if the post was changed in the meantime
 */
export async function finishChange(
  trx: Write,
  call: ChangeCall,
  { post }: StoredPost,
  change: Change,
): Promise<StoredPost> {
  const { caller, now, services } = call;
  const asDraft = change.becomesDraft ? { status: 'draft' as const, effective_at: post.created_at } : {};
  const set = { ...change.set, ...asDraft, updated_at: now };
  if (!(await updatePostRow(trx, post.id, post.version, set))) throw versionConflict(post, post.version);
  if (change.becomesDraft) {
    await updateListedAt(trx, { postId: post.id, effectiveAt: post.created_at });
  } else if (await hasLeftDraft(trx, post)) {
    await refreshPostStatus(trx, services.ids, post.id, now);
  }
  await recordHistory(trx, {
    postId: post.id,
    workspaceId: post.workspace_id,
    apiKeyId: caller.key.id,
    action: change.history,
    changes: change.changes,
    version: post.version + 1,
    now,
  });
  const changed = await reread(trx, call);
  await recordPostActivity(trx, call, { action: change.action, summary: change.summary, post: changed.post });
  return changed;
}

/** A draft remains a draft until one of its targets has a due time. */
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

/** A change of a post as the workspace's activity has it. */
interface RecordedChange extends Pick<Change, 'action' | 'summary'> {
  /** As it is now; null: it was deleted. */
  readonly post: Pick<PostRow, 'text'> | null;
}

export function recordPostActivity(
  trx: Write,
  { params, caller, now, requestId }: ChangeCall,
  { action, summary, post }: RecordedChange,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation: `posts.${action}`,
    objectId: params.id,
    summary,
    ...(post && { excerpt: excerptOf(post.text) }),
    requestId,
    now,
  });
}

async function reread(trx: Write, { caller, params }: ChangeCall): Promise<StoredPost> {
  const stored = await findPost(trx, caller.workspace.id, params.id);
  if (!stored) throw new Error(`The post ${params.id} disappeared while it was being changed.`);
  return stored;
}

/** The clock that decides when targets of this call are due. */
export function dueClockOf({ caller, services }: Pick<ChangeCall, 'caller' | 'services'>): DueClock {
  return { workspace: caller.workspace, systemNow: services.clock.now() };
}

/** Wakes the publisher and the requests that wait for this post to change. */
export function announceChange({ services, params }: Pick<ChangeCall, 'services' | 'params'>): void {
  services.wakePublisher();
  services.changes.notify(params.id);
}
