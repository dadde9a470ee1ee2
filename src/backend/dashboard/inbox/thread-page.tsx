import type { Comment, CommentThread } from '../../../contract/inbox/comments.js';
import type { Message } from '../../../contract/inbox/messages.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { NetworkMark, Notice, When } from '../layout/parts.js';
import type { User } from '../user.js';
import { CommentView } from './comment-view.js';
import { limitWords, SEND_WORDS } from './inbox-words.js';
import { Name } from './parts.js';
import { type RefusedReply, ReplyForm } from './reply-form.js';

interface ThreadProps {
  readonly user: User;
  readonly thread: CommentThread;
  /** What the post says. */
  readonly postText: string;
  /** The private reply that the comment has had; null: none. */
  readonly privateReply: Message | null;
  readonly refused: RefusedReply | null;
}

/** A comment with all that belongs to it, and the ways in which it can be answered. */
export function ThreadPage({ user, thread, postText, privateReply, refused }: ThreadProps) {
  const { requestedId, platform, postId, nextCursor } = thread;
  const { csrfToken, now } = user;
  const focus = findComment(thread, requestedId);
  const path = `/inbox/comments/${requestedId}`;
  const isMoving = someSending(thread);
  return (
    <Frame title={`Comment by ${(focus ?? thread).author.handle}`} place="/inbox" user={user}>
      <header class="page-head">
        <p class="soft small crumbs">
          <a href="/inbox">Inbox</a> / <code>{requestedId}</code>
        </p>
        <h1>
          Comment by <Name>{(focus ?? thread).author.handle}</Name>
        </h1>
        <div class="lead">
          <div class="under-line">
            <NetworkMark platform={platform} />
            <span class="one-line">
              Under{' '}
              <a href={`/posts/${postId}`} dir="auto">
                {postText}
              </a>
            </span>
          </div>
        </div>
      </header>
      <div class="columns">
        <section class="card" aria-label="Thread" {...live('thread', path, isMoving ? '2s' : undefined)}>
          <ul class="thread top">
            <CommentView comment={thread} focusId={requestedId} csrfToken={csrfToken} now={now} />
          </ul>
          {nextCursor !== null && (
            <p class="more">
              <a class="button" href={`${path}?cursor=${encodeURIComponent(nextCursor)}`}>
                Further replies
              </a>
            </p>
          )}
        </section>
        <section class="stack-tight" id="answer" aria-label="Answer">
          {focus ? (
            <Replies
              comment={focus}
              path={path}
              csrfToken={csrfToken}
              now={now}
              privateReply={privateReply}
              refused={refused}
            />
          ) : (
            <p class="soft">The comment stands on another page of this thread.</p>
          )}
        </section>
      </div>
    </Frame>
  );
}

interface RepliesProps {
  readonly comment: Comment;
  readonly path: string;
  readonly csrfToken: string;
  readonly now: number;
  readonly privateReply: Message | null;
  readonly refused: RefusedReply | null;
}

function Replies({ comment, path, csrfToken, now, privateReply, refused }: RepliesProps) {
  const { author, platform, replies, replyRules } = comment;
  if (author.isYou) return <p class="soft">You wrote this one.</p>;
  const name = PLATFORM_NAMES[platform];
  const answer = replies.find((reply) => reply.author.isYou && reply.status !== 'failed');
  const again = answer !== undefined;
  const movesUp = replyRules.attachesTo !== null && replyRules.attachesTo !== comment.id;
  const form = (
    <ReplyForm
      action={`${path}/reply`}
      csrfToken={csrfToken}
      way="public"
      hidden={again ? { again: 'yes' } : {}}
      label="Your answer, for everybody to see"
      hint={`${limitWords(replyRules)}${movesUp ? ` ${name} has one level of replies: it appears under the top comment.` : ''}`}
      button={again ? 'Answer once more' : 'Answer'}
      refused={refused}
    />
  );
  return (
    <>
      <div class="card answer-card stack-tight">
        <h2>Answer in public</h2>
        {!comment.canReply && <p class="soft">{comment.cannotReplyReason}</p>}
        {comment.canReply && !again && form}
        {comment.canReply && again && (
          <>
            <p class="soft">
              You have answered it:{' '}
              <a href={`#${answer.id}`}>
                {SEND_WORDS[answer.status ?? 'sent'].words.toLocaleLowerCase('en')}
              </a>
              .
            </p>
            <details open={refused?.way === 'public'}>
              <summary>Answer once more</summary>
              {form}
            </details>
          </>
        )}
      </div>
      {replyRules.private && (
        <PrivateReply
          rules={replyRules.private}
          path={path}
          csrfToken={csrfToken}
          now={now}
          sent={privateReply}
          refused={refused}
        />
      )}
    </>
  );
}

interface PrivateReplyProps extends Pick<RepliesProps, 'path' | 'csrfToken' | 'now' | 'refused'> {
  readonly rules: NonNullable<Comment['replyRules']['private']>;
  readonly sent: Message | null;
}

function PrivateReply({ rules, path, csrfToken, now, sent, refused }: PrivateReplyProps) {
  return (
    <div class="card answer-card stack-tight">
      <h2>Answer in private</h2>
      {sent && (
        <Notice tone={sent.status === 'sent' ? 'good' : 'warn'}>
          <p>
            A direct message answers it: {SEND_WORDS[sent.status ?? 'sent'].words.toLocaleLowerCase('en')}.{' '}
            <a href={`/inbox/conversations/${sent.conversationId}`}>See the conversation</a>
          </p>
        </Notice>
      )}
      {rules.reason === null ? (
        <ReplyForm
          action={`${path}/reply`}
          csrfToken={csrfToken}
          way="private"
          label="A direct message, for their eyes alone"
          hint={
            <>
              One for each comment
              {rules.until && (
                <>
                  , until <When forms={rules.until} now={now} />
                </>
              )}
              . {limitWords(rules)}
            </>
          }
          button="Send it in private"
          refused={refused}
        />
      ) : (
        !sent && <p class="soft">{rules.reason}</p>
      )}
    </div>
  );
}

function findComment(comment: Comment, id: string): Comment | null {
  if (comment.id === id) return comment;
  for (const reply of comment.replies) {
    const found = findComment(reply, id);
    if (found) return found;
  }
  return null;
}

function someSending(comment: Comment): boolean {
  return comment.pollAfterSeconds !== null || comment.replies.some(someSending);
}
