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
  /** The text of the post. */
  readonly postText: string;
  /** The private reply to the comment; null if there is none. */
  readonly privateReply: Message | null;
  readonly refused: RefusedReply | null;
}

/** A comment with its thread, and the forms to reply. */
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
              On{' '}
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
                More replies
              </a>
            </p>
          )}
        </section>
        <section class="stack-tight" id="answer" aria-label="Reply">
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
            <p class="soft">This comment is on another page of the thread.</p>
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
  if (author.isYou) return <p class="soft">You wrote this comment.</p>;
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
      label="Your public reply"
      hint={`${limitWords(replyRules)}${movesUp ? ` ${name} has one level of replies: yours appears under the top comment.` : ''}`}
      button={again ? 'Reply again' : 'Reply'}
      refused={refused}
    />
  );
  return (
    <>
      <div class="card answer-card stack-tight">
        <h2>Public reply</h2>
        <p class="soft small">
          {comment.simulated ? 'Simulated network' : 'Real network: your reply is public'}
        </p>
        {!comment.canReply && <p class="soft">{comment.cannotReplyReason}</p>}
        {comment.canReply && !again && form}
        {comment.canReply && again && (
          <>
            <p class="soft">
              You already replied:{' '}
              <a href={`#${answer.id}`}>
                {SEND_WORDS[answer.status ?? 'sent'].words.toLocaleLowerCase('en')}
              </a>
              .
            </p>
            <details open={refused?.way === 'public'}>
              <summary>Reply again</summary>
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
      <h2>Private reply</h2>
      {sent && (
        <Notice tone={sent.status === 'sent' ? 'good' : 'warn'}>
          <p>
            You replied in a direct message: {SEND_WORDS[sent.status ?? 'sent'].words.toLocaleLowerCase('en')}
            . <a href={`/inbox/conversations/${sent.conversationId}`}>View the conversation</a>
          </p>
        </Notice>
      )}
      {rules.reason === null ? (
        <ReplyForm
          action={`${path}/reply`}
          csrfToken={csrfToken}
          way="private"
          label="Direct message, visible only to them"
          hint={
            <>
              One per comment
              {rules.until && (
                <>
                  , until <When forms={rules.until} now={now} />
                </>
              )}
              . {limitWords(rules)}
            </>
          }
          button="Send private reply"
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
