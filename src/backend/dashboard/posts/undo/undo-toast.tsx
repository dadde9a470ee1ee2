import type { Child } from 'hono/jsx';
import type { Post } from '../../../../contract/posts/posts.js';
import { ActForm } from '../../layout/act-form.js';
import { spokenTime } from '../../layout/local-times.js';
import type { User } from '../../user.js';
import { lastChange, type Undo, undoOf } from './undo.js';

interface UndoToastProps {
  readonly user: User;
  readonly post: Pick<Post, 'id' | 'version'>;
  readonly words: string;
  /** Side effects of the change. */
  readonly children?: Child;
}

/** Says what was done, and takes it back. A script removes it after 10 seconds, unless somebody points at it. */
export function UndoToast({ user, post, words, children }: UndoToastProps) {
  return (
    <div class="toast undo" data-toast data-undo>
      <div>
        <p>
          <strong>{words}</strong>
        </p>
        {children}
      </div>
      <ActForm
        action={`/posts/${post.id}/undo`}
        csrfToken={user.csrfToken}
        hidden={{ version: String(post.version) }}
      >
        <button class="undo-button" type="submit" aria-keyshortcuts="Control+Z Meta+Z">
          Undo
        </button>
      </ActForm>
    </div>
  );
}

interface UndoOfferProps {
  readonly user: User;
  readonly post: Post;
  /** Whether the page shows another post. */
  readonly isElsewhere?: boolean;
}

/** Says what the last change of a post was, and offers to take it back if that is possible. */
export function UndoOffer({ user, post, isElsewhere = false }: UndoOfferProps) {
  const undo = undoOf(post);
  const decided = lastChange(post)?.action;
  const link = isElsewhere && <a href={`/posts/${post.id}`}>View the post</a>;
  if (undo !== null) {
    return (
      <UndoToast user={user} post={post} words={changeWords(undo.change, post, user)}>
        {link}
      </UndoToast>
    );
  }
  if (!isElsewhere || (decided !== 'approved' && decided !== 'rejected')) return null;
  return (
    <div class="toast undo good" data-toast>
      <div>
        <p>
          <strong>{changeWords(decided, post, user)}</strong>
        </p>
        {link}
      </div>
    </div>
  );
}

function changeWords(change: Undo['change'], { status, when }: Post, { now }: User): string {
  if (change === 'cancelled') return 'Post cancelled';
  if (change === 'rejected') return 'Rejected';
  const at = status === 'scheduled' && when !== null ? spokenTime(when, now) : null;
  if (change === 'approved') return at === null ? 'Approved' : `Approved for ${at}`;
  return at === null ? 'Moved' : `Moved to ${at}`;
}

/** Says that a change was taken back. */
export function UndoneToast({ words }: { readonly words: string }) {
  return (
    <div class="toast undo good" data-toast>
      <p>
        <strong>{words}</strong>
      </p>
    </div>
  );
}
