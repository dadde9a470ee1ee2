import type { Post } from '../../../../contract/posts/posts.js';
import { ActForm } from '../../layout/act-form.js';
import { Frame } from '../../layout/frame.js';
import { PageHead } from '../../layout/parts.js';
import { VisibleText } from '../../layout/visible-text.js';
import type { User } from '../../user.js';

interface DeletedDraftPageProps {
  readonly user: User;
  readonly post: Post;
  /** The fields of the form that restores it. */
  readonly restoring: Readonly<Record<string, string>>;
}

/** Says that a draft is deleted, and can create it again: the page has all of its content. */
export function DeletedDraftPage({ user, post, restoring }: DeletedDraftPageProps) {
  return (
    <Frame title="Draft deleted" place="/posts" user={user}>
      <PageHead
        title="Draft deleted"
        lead="Undo restores it with its authors and its history, without remarks, until you leave this page."
      />
      <div class="stack">
        <section class="card words soft" aria-label="Text">
          {post.text.trim() === '' ? 'No text.' : <VisibleText text={post.text} />}
        </section>
        <div class="buttons">
          <ActForm action="/posts/restore" csrfToken={user.csrfToken} hidden={restoring}>
            <button class="button main" type="submit">
              Undo
            </button>
          </ActForm>
          <a class="button" href="/posts?status=draft">
            Back to the drafts
          </a>
        </div>
      </div>
    </Frame>
  );
}
