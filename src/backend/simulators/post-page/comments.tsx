import type { FC } from 'hono/jsx';
import { Avatar } from './avatar.js';
import type { PageAccount, PageComment } from './network-page.js';
import { When } from './post-frame.js';
import { RichText } from './rich-text.js';
import { shortAge } from './shown-times.js';

interface CommentsProps {
  readonly account: PageAccount;
  readonly comments: readonly PageComment[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The comments on a post, with replies below their comment. */
export const Comments: FC<CommentsProps> = ({ account, comments, now }) =>
  comments.length === 0 ? null : (
    <section class="comments">
      <h2>{comments.length === 1 ? '1 comment' : `${comments.length} comments`}</h2>
      <ul>
        {comments.map(({ text, createdAt, isAuthor, author = SOMEBODY, isReply }) => (
          <li class={isReply ? 'comment reply' : 'comment'}>
            <Avatar account={isAuthor ? account : author} />
            <div>
              <span class="name" dir="auto">
                {isAuthor ? account.displayName : author.displayName}
              </span>{' '}
              <When instant={createdAt} now={now} words={shortAge} />
              <RichText text={text} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );

const SOMEBODY: PageAccount = { handle: 'somebody', displayName: 'Somebody' };
