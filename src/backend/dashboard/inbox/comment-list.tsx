import type { Comment } from '../../../contract/inbox/comments.js';
import { spokenTime } from '../layout/local-times.js';
import { More } from '../layout/more.js';
import { NetworkMark, Pill } from '../layout/parts.js';
import { type Inbox, type InboxFilter, moreLink } from './inbox-view.js';
import { SEND_WORDS } from './inbox-words.js';
import { Initial, Name, Unread } from './parts.js';

interface CommentListProps {
  readonly inbox: Pick<Inbox, 'comments' | 'posts'>;
  readonly filter: InboxFilter;
  readonly now: number;
}

/** Comments grouped by post, and a link to more. */
export function CommentList({ inbox: { comments, posts }, filter, now }: CommentListProps) {
  const groups = new Map<string, Comment[]>();
  for (const comment of comments.data) {
    groups.set(comment.postId, [...(groups.get(comment.postId) ?? []), comment]);
  }
  const on = moreLink(filter, 'comments', comments);
  return (
    <>
      {[...groups].map(([postId, group]) => (
        <section class="under-post">
          <h3 class="small">
            <span class="soft">On </span>
            <a class="post-first-words" href={`/posts/${postId}`} dir="auto">
              {posts.get(postId) ?? postId}
            </a>
          </h3>
          <ul class="rows" aria-label="Comments">
            {group.map((comment) => (
              <CommentRow comment={comment} now={now} />
            ))}
          </ul>
        </section>
      ))}
      {on && <More {...on} />}
    </>
  );
}

function CommentRow({ comment, now }: { readonly comment: Comment; readonly now: number }) {
  const { author, text, when, platform, state, replies } = comment;
  const answer = replies.at(-1);
  const answered = answer?.status ?? null;
  return (
    <li class="inbox-row">
      <Initial of={author.displayName} isYou={author.isYou} />
      <div class="grow">
        <p class="line small">
          <strong>
            <Name>{author.handle}</Name>
          </strong>
          {comment.unread && <Unread />}
          <span class="end soft">
            <NetworkMark platform={platform} />{' '}
            <time datetime={when.utc} title={`${spokenTime(when, now)} · ${when.local}`}>
              {when.relative}
            </time>
          </span>
        </p>
        <a class="row-link" href={`/inbox/comments/${comment.id}`}>
          <span class="excerpt" dir="auto">
            {text.trim() === '' ? 'No text' : text}
          </span>
        </a>
        {(state !== 'visible' || answered !== null || author.isYou) && (
          <p class="line">
            {state === 'hidden' && <Pill tone="plain">Hidden</Pill>}
            {author.isYou && <Pill tone="plain">Yours</Pill>}
            {answered !== null && answered !== 'sent' && (
              <Pill tone={SEND_WORDS[answered].tone}>Your reply: {SEND_WORDS[answered].words}</Pill>
            )}
            {answered === 'sent' && <Pill tone="good">Answered</Pill>}
          </p>
        )}
      </div>
    </li>
  );
}
