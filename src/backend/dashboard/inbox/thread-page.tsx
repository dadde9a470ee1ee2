import type { Child } from 'hono/jsx';
import type { Comment, CommentThread } from '../../../contract/inbox/comments.js';
import type { Message } from '../../../contract/inbox/messages.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { replyPrices } from '../../../networks/access.js';
import { live } from '../layout/live.js';
import { NetworkMark, Notice, When } from '../layout/parts.js';
import type { User } from '../user.js';
import { CommentView } from './comment-view.js';
import { InboxFrame, type ListBeside, ThreadBar } from './inbox-frame.js';
import { commentPath, furtherIn, inboxPath } from './inbox-view.js';
import { limitWords, SEND_WORDS } from './inbox-words.js';
import { Name } from './parts.js';
import { type RefusedReply, ReplyForm } from './reply-form.js';

interface ThreadProps {
  readonly user: User;
  readonly thread: CommentThread;
  readonly list: ListBeside;
  /** What was just done to another entry. */
  readonly toast: Child;
  readonly post: { readonly text: string };
  /** The address of the post’s first picture; null if it has none. */
  readonly picture: string | null;
  /** The private reply to the comment; null if there is none. */
  readonly privateReply: Message | null;
  readonly refused: RefusedReply | null;
}

/** A comment with its thread, and the forms to reply. */
export function ThreadPage(props: ThreadProps) {
  const { user, thread, list, toast, post, picture, privateReply, refused } = props;
  const { requestedId, platform, postId, nextCursor } = thread;
  const { csrfToken, now } = user;
  const focus = findComment(thread, requestedId);
  const path = commentPath(requestedId);
  const address = inboxPath(list.filter, path);
  const isMoving = someSending(thread);
  return (
    <InboxFrame
      title={`Comment by ${(focus ?? thread).author.handle}`}
      user={user}
      opened={path}
      toast={toast}
      {...list}
    >
      <ThreadBar list={list} path={path} csrfToken={csrfToken} canBeDone={focus?.unread === true} />
      <header class="thread-head">
        <h1>
          Comment by <Name>{(focus ?? thread).author.handle}</Name>
        </h1>
        <a class="thread-post" href={`/posts/${postId}`}>
          {picture !== null && <img src={picture} alt="" />}
          <span class="excerpt" dir="auto">
            {post.text}
          </span>
          <NetworkMark platform={platform} />
        </a>
      </header>
      <section class="card" aria-label="Thread" {...live('thread', address, isMoving ? '2s' : undefined)}>
        <ul class="thread top">
          <CommentView comment={thread} focusId={requestedId} csrfToken={csrfToken} now={now} />
        </ul>
        {nextCursor !== null && (
          <p class="more">
            <a class="button" href={furtherIn(address, nextCursor)}>
              More replies
            </a>
          </p>
        )}
      </section>
      <section class="stack-tight" id="answer" aria-label="Reply">
        {focus ? (
          <Replies
            comment={focus}
            saved={list.saved}
            action={inboxPath(list.filter, `${path}/reply`)}
            csrfToken={csrfToken}
            now={now}
            privateReply={privateReply}
            refused={refused}
          />
        ) : (
          <p class="soft">This comment is on another page of the thread.</p>
        )}
      </section>
    </InboxFrame>
  );
}

interface RepliesProps {
  readonly saved: ListBeside['saved'];
  readonly comment: Comment;
  /** Where the forms are sent. */
  readonly action: string;
  readonly csrfToken: string;
  readonly now: number;
  readonly privateReply: Message | null;
  readonly refused: RefusedReply | null;
}

function Replies({ comment, saved, action, csrfToken, now, privateReply, refused }: RepliesProps) {
  const { author, platform, replies, replyRules } = comment;
  if (author.isYou) return <p class="soft">You wrote this comment.</p>;
  const name = PLATFORM_NAMES[platform];
  const answer = replies.find((reply) => reply.author.isYou && reply.status !== 'failed');
  const again = answer !== undefined;
  const movesUp = replyRules.attachesTo !== null && replyRules.attachesTo !== comment.id;
  const form = (
    <ReplyForm
      saved={saved}
      action={action}
      csrfToken={csrfToken}
      way="public"
      hidden={again ? { again: 'yes' } : {}}
      label="Your public reply"
      hint={`${limitWords(replyRules)}${movesUp ? ` ${name} has one level of replies: yours appears under the top comment.` : ''}`}
      button={again ? 'Reply again' : 'Reply'}
      prices={comment.simulated ? [] : replyPrices(platform)}
      isMain={!again}
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
          saved={saved}
          action={action}
          csrfToken={csrfToken}
          now={now}
          sent={privateReply}
          refused={refused}
        />
      )}
    </>
  );
}

interface PrivateReplyProps extends Pick<RepliesProps, 'saved' | 'action' | 'csrfToken' | 'now' | 'refused'> {
  readonly rules: NonNullable<Comment['replyRules']['private']>;
  readonly sent: Message | null;
}

function PrivateReply({ rules, saved, action, csrfToken, now, sent, refused }: PrivateReplyProps) {
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
          saved={saved}
          action={action}
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
          isMain={false}
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
