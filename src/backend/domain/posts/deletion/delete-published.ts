import { shownHandle } from '../../../../contract/handles.js';
import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import type { DeletedPublished } from '../../../../contract/posts/changes.js';
import type { HistoryAction } from '../../../../contract/posts/posts.js';
import { deletesPostsOn } from '../../../../networks/deletes-posts.js';
import type { Call, Handlers } from '../../../operations/call.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { listAllAccounts } from '../../accounts/repository.js';
import { announceChange, finishChange, readForChange } from '../change.js';
import { findPost, type StoredPost, type StoredTarget } from '../repository.js';
import { notATarget } from '../retry.js';
import { stateConflict } from '../state-conflict.js';
import { viewPost } from '../view.js';
import { type DeletionDependencies, deleteAtNetwork, type Kept } from './at-network.js';

type DeletionCall = Call<'posts.deletePublished'>;

export const deletionHandlers = (dependencies: DeletionDependencies) =>
  ({
    'posts.deletePublished': (call) => deletePublished(call, dependencies),
  }) satisfies Partial<Handlers>;

/** Deletes what is published of a post at its networks. */
async function deletePublished(
  call: DeletionCall,
  dependencies: DeletionDependencies,
): Promise<DeletedPublished> {
  const { services, now } = call;
  const begun = await services.store.write((trx) => begin(trx, call));
  const kept: { accountId: string; code: Kept['code']; message: string }[] = [...begun.kept];
  const removed: StoredTarget[] = [];
  for (const { target, account } of begun.deletable) {
    const left = await deleteAtNetwork(call, dependencies, target, account);
    if (left === null) removed.push(target);
    else kept.push({ accountId: target.account_id, ...left });
  }
  const answer = await call.commit(async (trx) => {
    const stored = await findPost(trx, call.caller.workspace.id, call.params.id, 'for_update');
    if (!stored) throw new Error(`The post ${call.params.id} disappeared while it was being deleted.`);
    const changed = removed.length === 0 ? stored : await finishDeletion(trx, call, stored, removed);
    return {
      deleted: [...begun.gone, ...removed].map((target) => target.account_id),
      kept,
      post: viewPost(changed, { now, services }),
    };
  });
  announceChange(call);
  return answer;
}

function finishDeletion(
  trx: Write,
  call: DeletionCall,
  stored: StoredPost,
  removed: readonly StoredTarget[],
): Promise<StoredPost> {
  return finishChange(trx, call, stored, {
    action: 'deletePublished',
    history: 'deleted_published',
    changes: removed.map((target) => ({
      field: `target on ${target.account_id}`,
      from: 'published',
      to: 'deleted',
    })),
    summary: `deleted it from ${removed.map(({ platform, handle }) => `${shownHandle(handle)} on ${platform}`).join(', ')}`,
  });
}

interface Begun {
  readonly deletable: readonly { readonly target: StoredTarget; readonly account: AccountRow }[];
  readonly kept: DeletedPublished['kept'];
  /** Deleted before. */
  readonly gone: readonly StoredTarget[];
}

/**
 * The version for which the call is meant. A deletion that was interrupted has changed the post; the same call, repeated,
 * still names the version from before. Undefined: any.
 */
async function versionBeforeDeletions(
  trx: Write,
  { body, caller, params }: DeletionCall,
): Promise<number | undefined> {
  const { version } = body;
  if (version === undefined) return undefined;
  const later = await trx
    .selectFrom('post_history')
    .innerJoin('posts', 'posts.id', 'post_history.post_id')
    .select(['post_history.action', 'posts.version as current'])
    .where('posts.workspace_id', '=', caller.workspace.id)
    .where('post_history.post_id', '=', params.id)
    .where('post_history.version', '>', version)
    .execute();
  const [first] = later;
  const onlyDeletions = later.every(({ action }) => action === ('deleted_published' satisfies HistoryAction));
  return first && onlyDeletions ? first.current : version;
}

/** Marks what is deleted now, so that nothing is sent after it meanwhile. */
async function begin(trx: Write, call: DeletionCall): Promise<Begun> {
  const { body, caller } = call;
  const version = await versionBeforeDeletions(trx, call);
  const stored = await readForChange(trx, call, 'deletePublished', version, ({ targets }) =>
    targets.some((target) => target.status === 'deleted' || mayBeAtNetwork(target)),
  );
  const unknownIds = (body.accountIds ?? []).filter(
    (id) => !stored.targets.some((target) => target.account_id === id),
  );
  if (unknownIds.length > 0) throw notATarget(unknownIds, stored);
  const named = stored.targets.filter(
    (target) => body.accountIds === undefined || body.accountIds.includes(target.account_id),
  );
  const gone = named.filter(({ status }) => status === 'deleted');
  const present = named.filter(mayBeAtNetwork);
  if (gone.length + present.length === 0) {
    throw stateConflict('Nothing of the post is published on these accounts.', stored.post);
  }
  const accounts = new Map((await listAllAccounts(trx, caller.workspace.id)).map((one) => [one.id, one]));
  const deletable: { target: StoredTarget; account: AccountRow }[] = [];
  const kept: DeletedPublished['kept'] = [];
  for (const target of present) {
    const account = accounts.get(target.account_id);
    const reason = obstacle(target, account);
    if (reason !== null) kept.push({ accountId: target.account_id, ...reason });
    else if (account) deletable.push({ target, account });
  }
  for (const { target } of deletable) {
    await trx
      .updateTable('targets')
      .set({ phase: 'deleting' })
      .where('id', '=', target.id)
      .where('status', '=', 'published')
      .execute();
  }
  return { deletable, kept, gone };
}

function mayBeAtNetwork({ status, network_post_id, in_doubt }: StoredTarget): boolean {
  if (status === 'deleted') return false;
  return (
    status === 'published' ||
    status === 'publishing' ||
    status === 'unknown' ||
    network_post_id !== null ||
    in_doubt !== 0
  );
}

/** Why nothing is deleted on an account; null: nothing is in the way. */
function obstacle(target: StoredTarget, account: AccountRow | undefined): Kept | null {
  const { platform, url, status, parts } = target;
  const network = PLATFORM_NAMES[platform];
  const byHand = `Delete it there yourself${url === null ? '' : `: ${url}`}.`;
  if (status === 'publishing') {
    return { code: 'in_progress', message: 'It is being published. Delete it when that has ended.' };
  }
  if (status === 'in_inbox') {
    const message = `It is a draft in the inbox of the ${network} app. Delete it there.`;
    return { code: 'network_unsupported', message };
  }
  if (!deletesPostsOn(platform)) {
    return {
      code: 'network_unsupported',
      message: `Postrider cannot delete posts on ${network}. ${byHand}`,
    };
  }
  if (status !== 'published' || parts.some((part) => part.status === 'unknown')) {
    const message =
      'It is unknown whether all of it was published. Resolve the outcome first, then delete it.';
    return { code: 'outcome_unknown', message };
  }
  const partByHand = parts.some((part) => part.status === 'published' && part.network_part_id === null);
  if (target.network_post_id === null || partByHand) {
    const message = `It was resolved by hand, so its id at ${network} is unknown. ${byHand}`;
    return { code: 'id_unknown', message };
  }
  const health = account?.health_status;
  if (health === undefined || health === 'reconnect_required' || health === 'disabled') {
    return {
      code: 'account_unusable',
      message: `The account has no access to ${network}. Reconnect it, then delete the post, or delete it there yourself${url === null ? '' : `: ${url}`}.`,
    };
  }
  return null;
}
