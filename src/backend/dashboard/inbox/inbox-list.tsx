import { showHidden } from '../../../base/hidden-characters.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { TimeForms } from '../../../contract/instants.js';
import { spokenTime } from '../layout/local-times.js';
import { NetworkMark, Pill } from '../layout/parts.js';
import { type Inbox, type InboxEntry, type InboxFilter, inboxPath } from './inbox-view.js';
import { SEND_WORDS, windowWords } from './inbox-words.js';
import { Initial, Name, Unread } from './parts.js';

interface InboxListProps {
  readonly inbox: Inbox;
  readonly filter: InboxFilter;
  /** The path of the opened entry; null for none. */
  readonly opened: string | null;
  readonly now: number;
}

/** Comments and conversations, each a link to its thread. */
export function InboxList({ inbox: { entries, posts }, filter, opened, now }: InboxListProps) {
  return (
    <ul class="rows" aria-label="Comments and conversations">
      {entries.map((entry) => (
        <li class={entry.path === opened ? 'inbox-row here' : 'inbox-row'} data-row>
          {entry.kind === 'comment' ? (
            <CommentRow
              comment={entry.comment}
              post={posts.get(entry.comment.postId) ?? ''}
              link={linkOf(entry, filter, opened)}
              now={now}
            />
          ) : (
            <ConversationRow
              conversation={entry.conversation}
              link={linkOf(entry, filter, opened)}
              now={now}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowLink {
  readonly href: string;
  readonly 'aria-current': 'true' | undefined;
}

function linkOf({ path }: InboxEntry, filter: InboxFilter, opened: string | null): RowLink {
  return { href: inboxPath(filter, path), 'aria-current': path === opened ? 'true' : undefined };
}

function Ago({ when, now }: { readonly when: TimeForms; readonly now: number }) {
  return (
    <time datetime={when.utc} title={`${spokenTime(when, now)} · ${when.local}`}>
      {when.relative}
    </time>
  );
}

interface CommentRowProps {
  readonly comment: Comment;
  /** The text of the post. */
  readonly post: string;
  readonly link: RowLink;
  readonly now: number;
}

function CommentRow({ comment, post, link, now }: CommentRowProps) {
  const { author, text, when, platform, state, replies } = comment;
  const answered = replies.at(-1)?.status ?? null;
  return (
    <>
      <Initial of={author.displayName} isYou={author.isYou} />
      <div class="grow">
        <p class="line small">
          <strong title={showHidden(author.handle)}>
            <Name>{author.handle}</Name>
          </strong>
          {comment.unread && <Unread />}
          <span class="end soft">
            <NetworkMark platform={platform} /> <Ago when={when} now={now} />
          </span>
        </p>
        <a class="row-link" {...link}>
          <span class="excerpt" dir="auto">
            {text.trim() === '' ? 'No text' : text}
          </span>
        </a>
        <p class="small soft one-line">
          On <bdi>{post}</bdi>
        </p>
        {(state === 'hidden' || answered !== null || author.isYou) && (
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
    </>
  );
}

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly link: RowLink;
  readonly now: number;
}

function ConversationRow({ conversation, link, now }: ConversationRowProps) {
  const { participant, platform, unread, lastMessage, awaitingReply } = conversation;
  const { words, tone } = windowWords(conversation);
  const status = lastMessage?.status ?? null;
  return (
    <>
      <Initial of={participant.displayName} />
      <div class="grow">
        <p class="line small">
          <strong title={showHidden(participant.handle)}>
            <Name>{participant.handle}</Name>
          </strong>
          <Unread count={unread} />
          <span class="end soft">
            <NetworkMark platform={platform} /> {lastMessage && <Ago when={lastMessage.when} now={now} />}
          </span>
        </p>
        <a class="row-link" {...link}>
          <span class="excerpt">
            {lastMessage?.direction === 'outbound' && <span class="soft">You: </span>}
            <bdi>{excerptOf(lastMessage)}</bdi>
          </span>
        </a>
        <p class="line">
          <Pill tone={tone}>{words}</Pill>
          {status !== null && status !== 'sent' && (
            <Pill tone={SEND_WORDS[status].tone}>{SEND_WORDS[status].words}</Pill>
          )}
          {!awaitingReply && status === 'sent' && <span class="soft small">Answered</span>}
        </p>
      </div>
    </>
  );
}

function excerptOf(last: Conversation['lastMessage']): string {
  if (last === null) return 'No messages yet';
  if (last.text.trim() !== '') return last.text;
  return last.hasMedia ? 'Image or file' : 'No text';
}
