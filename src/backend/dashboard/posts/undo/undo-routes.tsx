import type { Post } from '../../../../contract/posts/posts.js';
import { timeForms } from '../../../../time/forms.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Vault } from '../../../store/sealing/vault.js';
import { spokenTime } from '../../layout/local-times.js';
import { htmlResponse } from '../../responses.js';
import type { FormVisit, PageRoutes } from '../../routes.js';
import type { User } from '../../user.js';
import { deletedDraft } from './deleted-draft.js';
import { lastChange, undoOf } from './undo.js';
import { UndoneToast } from './undo-toast.js';

/** Taking back what was done to a post. */
export function addUndo(routes: PageRoutes, vault: Vault): void {
  routes.post('/posts/restore', async ({ user, form, redirect }) => {
    const { id } = await user.call('posts.create', deletedDraft(vault, form, user));
    return redirect(`/posts/${id}`);
  });
  routes.post('/posts/:id/undo', async (visit) => {
    const { user, param, form, context, byScript, redirect } = visit;
    const id = param('id');
    const words = await undo(user, id, versionOf(form));
    return byScript ? htmlResponse(context, UndoneToast({ words })) : redirect(`/posts/${id}`);
  });
}

function versionOf(form: FormVisit['form']): number {
  const version = form.whole('version');
  if (version === undefined) throw new RequestRefused('validation_failed', 'Send the `version` of the post.');
  return version;
}

/**
 * Gives a post the time back that its last change took, or puts a draft back for approval. It is changed in the version
 * that the last change made: if the publisher or somebody else has been faster, nothing happens.
 *
 * @returns what is said about it
 */
export async function undo(user: User, id: string, version: number): Promise<string> {
  const post = await user.call('posts.get', { path: { id } });
  if (wasUndone(post, user, version)) return undoneWords(post, user);
  const found = post.version === version ? undoOf(post) : null;
  if (found === null) {
    throw new RequestRefused(
      'state_conflict',
      'The post has changed since, so this cannot be undone. Nothing was changed.',
    );
  }
  if (!('at' in found))
    return undoneWords(await user.call('posts.reopen', { path: { id }, body: { version } }), user);
  const time = timeForms(Date.parse(found.at), user.workspace.timezone, user.now);
  if (Date.parse(found.at) <= user.now) {
    const stays = found.change === 'cancelled' ? 'stays cancelled' : 'keeps its new time';
    throw new RequestRefused(
      'time_in_past',
      `${spokenTime(time, user.now)} has passed, so the post ${stays}. Choose another time on its page.`,
    );
  }
  const restored = await user.call('posts.publish', {
    path: { id },
    body: { version, scheduleMode: 'schedule', scheduledAt: found.at },
  });
  return undoneWords(restored, user);
}

/** Whether this user’s press of the button has already been carried out. */
function wasUndone(post: Post, { keyId }: User, version: number): boolean {
  const last = lastChange(post);
  return (
    (last?.action === 'publish_requested' || last?.action === 'reopened') &&
    last.version === version + 1 &&
    last.by?.keyId === keyId
  );
}

function undoneWords({ status, when }: Pick<Post, 'status' | 'when'>, { workspace, now }: User): string {
  if (status === 'draft') return 'Waiting for approval again';
  if (when === null) return 'Scheduled again';
  return `Scheduled again for ${spokenTime(timeForms(Date.parse(when.utc), workspace.timezone, now), now)}`;
}
