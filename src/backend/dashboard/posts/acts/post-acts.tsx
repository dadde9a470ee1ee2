import type { Post } from '../../../../contract/posts/posts.js';
import { mayDo, type PostStatus } from '../../../../contract/posts/status.js';
import { retrySentences } from '../../../../networks/charges.js';
import { ActForm } from '../../layout/act-form.js';
import { repairOf } from '../repair.js';
import { RetryPrice } from '../retry-price.js';
import { commonTime } from '../undo/undo.js';
import { type ActsProps, namesOf } from './acts-props.js';
import { Approval, OwnPost } from './approval-forms.js';
import { canDelete } from './can-delete.js';
import { DespiteDuplicate, PublishForms } from './publish-forms.js';

/** Whether a post was published, wholly or in part, and is not waiting. */
const isOver = (status: PostStatus): boolean =>
  status === 'published' || status === 'partially_published' || status === 'deleted';

/** Whether deleting or cancelling the post can be undone. */
function canBeRestored({ status, targets }: Post): boolean {
  if (status === 'draft') return true;
  return (
    status === 'scheduled' &&
    commonTime(targets) !== null &&
    targets.every((target) => target.status === 'pending' && target.attempts?.length === 0)
  );
}

/** What the user can do with a post in its current status. */
export function PostActs({
  post,
  accounts,
  csrfToken,
  timezone,
  now,
  own = null,
  mayRetry = true,
  refused = null,
}: ActsProps) {
  const version = { version: String(post.version) };
  const at = (path: string) => `/posts/${post.id}/${path}`;
  const isProposed = post.status === 'draft' && post.proposed !== null;
  const retryable = post.targets.filter(
    (target) =>
      repairOf(
        post,
        target,
        accounts.find(({ id }) => id === target.accountId),
        now,
      ) === 'retry',
  );
  return (
    <div class="stack acts-panel">
      {refused?.problem.code === 'duplicate_post' && (
        <DespiteDuplicate post={post} csrfToken={csrfToken} refused={refused} />
      )}
      {own !== null && <OwnPost post={post} why={own} now={now} />}
      {isProposed && own === null && (
        <Approval
          post={post}
          accounts={accounts}
          csrfToken={csrfToken}
          timezone={timezone}
          now={now}
          refused={refused}
        />
      )}
      {mayRetry && retryable.length > 1 && (
        <ActForm
          action={at('retry')}
          csrfToken={csrfToken}
          hidden={version}
          isSent
          ask={`Retry on ${namesOf(retryable)}? ${['What is already published is not sent again.', ...retrySentences(retryable)].join(' ')}`}
        >
          {retryable.map(({ accountId }) => (
            <input type="hidden" name="accountId" value={accountId} />
          ))}
          <div class="buttons">
            <button class="button main" type="submit">
              Retry on {retryable.length} channels
            </button>
            <RetryPrice targets={retryable} />
          </div>
        </ActForm>
      )}
      {mayDo('publish', post.status) && !isProposed && own === null && (
        <PublishForms
          post={post}
          accounts={accounts}
          csrfToken={csrfToken}
          timezone={timezone}
          now={now}
          refused={refused}
        />
      )}
      <div class="buttons">
        {mayDo('update', post.status) && (
          <a class="button" href={at('edit')}>
            Edit
          </a>
        )}
        {mayDo('delete', post.status) && post.status !== 'cancelled' && (
          <ActForm
            action={at('delete')}
            csrfToken={csrfToken}
            hidden={version}
            isSent
            ask={
              canBeRestored(post)
                ? undefined
                : 'Cancel this post? What is already published stays published. This cannot be undone.'
            }
          >
            <button class="button danger" type="submit">
              {post.status === 'draft' ? 'Delete draft' : 'Cancel post'}
            </button>
          </ActForm>
        )}
        <a class="button" href={`/posts/new?copy=${post.id}`}>
          {isOver(post.status) ? 'Post again' : 'Copy'}
        </a>
        {post.targets.some(canDelete) && (
          <a class="button danger" href={at('delete-published')}>
            Delete what is published
          </a>
        )}
      </div>
    </div>
  );
}
