import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { ActForm } from '../layout/act-form.js';
import { firstLine } from '../layout/first-line.js';
import { VisibleText } from '../layout/visible-text.js';
import { askToRetry, RetryPrice } from '../posts/retry-price.js';
import type { User } from '../user.js';

/** Posts that are named. The rest need you, as the list of posts says. */
const MAX_NAMED = 10;

/** In characters. */
const MAX_TITLE_LENGTH = 80;

/** The posts that were not published because Postrider had no access to an account. */
export async function stalledPosts(user: User, { id }: Account): Promise<readonly Post[]> {
  const { data } = await user.call('posts.list', {
    query: { accountId: id, status: 'attention', limit: String(MAX_NAMED) },
  });
  return data.filter((post) =>
    post.targets.some(
      ({ accountId, status, error }) =>
        accountId === id && status === 'failed' && error?.actionUrl !== undefined,
    ),
  );
}

interface StalledPostsProps {
  readonly user: User;
  readonly account: Account;
  readonly posts: readonly Post[];
}

/** Offers to send posts now that their account has access again. */
export function StalledPosts({ user, account, posts }: StalledPostsProps) {
  if (posts.length === 0) return null;
  return (
    <>
      <p>
        {posts.length === 1 ? 'This post was' : 'These posts were'} not published there while access had
        ended:
      </p>
      <ul class="plain-rows" aria-label="Posts that were not published">
        {posts.map(({ id, text, version, targets }) => {
          const own = targets.filter(({ accountId }) => accountId === account.id);
          return (
            <li class="line">
              <a class="grow one-line" href={`/posts/${id}`}>
                {text.trim() === '' ? (
                  'Post without text'
                ) : (
                  <VisibleText text={firstLine(text, MAX_TITLE_LENGTH)} />
                )}
              </a>
              <RetryPrice targets={own} />
              <ActForm
                action={`/posts/${id}/retry`}
                csrfToken={user.csrfToken}
                hidden={{ version: String(version), accountId: account.id }}
                isSent
                ask={askToRetry(own)}
              >
                <button class="button" type="submit">
                  Retry
                </button>
              </ActForm>
            </li>
          );
        })}
      </ul>
    </>
  );
}
