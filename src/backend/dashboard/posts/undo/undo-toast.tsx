import type { Child } from 'hono/jsx';
import type { Post } from '../../../../contract/posts/posts.js';
import { ActForm } from '../../layout/act-form.js';
import { spokenTime } from '../../layout/local-times.js';
import type { User } from '../../user.js';
import { undoOf } from './undo.js';

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

/** Offers to take back the last change of a post; null if that is not possible. */
export function undoOffer(user: User, post: Post) {
  const undo = undoOf(post);
  if (undo === null) return null;
  const when = post.when === null ? '' : ` to ${spokenTime(post.when, user.now)}`;
  return (
    <UndoToast
      user={user}
      post={post}
      words={undo.change === 'cancelled' ? 'Post cancelled' : `Moved${when}`}
    />
  );
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
