import { showHidden } from '../../../base/hidden-characters.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { ActForm } from '../layout/act-form.js';
import { Pill, When } from '../layout/parts.js';
import { webAddress } from './inbox-words.js';
import { Outcome } from './outcome.js';
import { Initial, Name, Unread } from './parts.js';

interface CommentViewProps {
  readonly comment: Comment;
  /** The comment whose page this is. */
  readonly focusId: string;
  readonly csrfToken: string;
  readonly now: number;
}

/** A comment with its actions, and all replies below it. */
export function CommentView({ comment, focusId, csrfToken, now }: CommentViewProps) {
  const { id, author, text, when, state, replies, status, error } = comment;
  const isFocus = id === focusId;
  const classes = ['comment', isFocus ? 'focus' : '', author.isYou ? 'own' : ''].filter(Boolean).join(' ');
  return (
    <li>
      <article class={classes} id={id} aria-label={`Comment by ${showHidden(author.handle)}`}>
        <Initial of={author.displayName} isYou={author.isYou} />
        <div class="grow">
          <p class="line small">
            <strong>
              <Name>{author.handle}</Name>
            </strong>
            {author.isYou && <span class="soft">You</span>}
            {author.displayName !== author.handle && !author.isYou && (
              <span class="soft">
                <Name>{author.displayName}</Name>
              </span>
            )}
            {comment.unread && <Unread />}
            {state === 'hidden' && <Pill tone="plain">Hidden</Pill>}
            {state === 'deleted' && <Pill tone="bad">Deleted</Pill>}
            <span class="end soft">
              <When forms={when} now={now} />
            </span>
          </p>
          <p class={state === 'visible' ? 'words' : 'words soft'} dir="auto">
            {text.trim() === '' ? 'No text' : text}
          </p>
          <Outcome
            status={status}
            error={error}
            timezone={when.timezone}
            now={now}
            resolvePath={`/inbox/comments/${id}/resolve`}
            csrfToken={csrfToken}
          />
          <CommentActs comment={comment} isFocus={isFocus} csrfToken={csrfToken} />
        </div>
      </article>
      {replies.length > 0 && (
        <ul class="thread">
          {replies.map((reply) => (
            <CommentView comment={reply} focusId={focusId} csrfToken={csrfToken} now={now} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface CommentActsProps {
  readonly comment: Comment;
  readonly isFocus: boolean;
  readonly csrfToken: string;
}

function CommentActs({ comment, isFocus, csrfToken }: CommentActsProps) {
  const { id, author, state, status, unread, replies } = comment;
  const path = `/inbox/comments/${id}`;
  const url = webAddress(comment.url);
  const isSettled = status === null || status === 'sent' || status === 'failed';
  const under = replies.length > 0 ? ' and all replies to it' : '';
  const gone = status === 'failed' ? 'Remove this failed reply?' : `Permanently delete this comment${under}?`;
  return (
    <div class="comment-acts small">
      {!isFocus && !author.isYou && state !== 'deleted' && <a href={`${path}#answer`}>Reply</a>}
      {unread && (
        <ActForm action={`${path}/read`} csrfToken={csrfToken}>
          <button class="link-button" type="submit">
            Mark as read
          </button>
        </ActForm>
      )}
      {!author.isYou && state !== 'deleted' && (
        <ActForm action={`${path}/${state === 'hidden' ? 'unhide' : 'hide'}`} csrfToken={csrfToken}>
          <button class="link-button" type="submit">
            {state === 'hidden' ? 'Unhide' : 'Hide'}
          </button>
        </ActForm>
      )}
      {state !== 'deleted' && isSettled && (
        <ActForm action={`${path}/delete`} csrfToken={csrfToken} ask={gone}>
          <button class="link-button danger" type="submit">
            {status === 'failed' ? 'Remove' : 'Delete'}
          </button>
        </ActForm>
      )}
      {url !== null && status !== 'sending' && status !== 'failed' && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          View on {PLATFORM_NAMES[comment.platform]}
        </a>
      )}
    </div>
  );
}
