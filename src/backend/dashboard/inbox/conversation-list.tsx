import type { Conversation, ConversationPage } from '../../../contract/inbox/conversations.js';
import { spokenTime } from '../layout/local-times.js';
import { More } from '../layout/more.js';
import { NetworkMark, Pill } from '../layout/parts.js';
import { type InboxFilter, type ListName, moreLink } from './inbox-view.js';
import { SEND_WORDS, windowWords } from './inbox-words.js';
import { Initial, Name, Unread } from './parts.js';

interface ConversationListProps {
  readonly page: ConversationPage;
  readonly list: Exclude<ListName, 'comments'>;
  readonly filter: InboxFilter;
  readonly now: number;
}

/** Conversations with their last message and reply window, and a link to more. */
export function ConversationList({ page, list, filter, now }: ConversationListProps) {
  const on = moreLink(filter, list, page);
  return (
    <>
      <ul
        class="rows"
        aria-label={list === 'open' ? 'Open conversations, closing soonest first' : 'Closed conversations'}
      >
        {page.data.map((conversation) => (
          <ConversationRow conversation={conversation} now={now} />
        ))}
      </ul>
      {on && <More {...on} />}
    </>
  );
}

function ConversationRow({
  conversation,
  now,
}: {
  readonly conversation: Conversation;
  readonly now: number;
}) {
  const { id, participant, platform, unread, lastMessage, awaitingReply } = conversation;
  const { words, tone } = windowWords(conversation);
  const status = lastMessage?.status ?? null;
  return (
    <li class="inbox-row">
      <Initial of={participant.displayName} />
      <div class="grow">
        <p class="line small">
          <strong>
            <Name>{participant.handle}</Name>
          </strong>
          <Unread count={unread} />
          <span class="end soft">
            <NetworkMark platform={platform} />{' '}
            {lastMessage && (
              <time
                datetime={lastMessage.when.utc}
                title={`${spokenTime(lastMessage.when, now)} · ${lastMessage.when.local}`}
              >
                {lastMessage.when.relative}
              </time>
            )}
          </span>
        </p>
        <a class="row-link" href={`/inbox/conversations/${id}`}>
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
    </li>
  );
}

function excerptOf(last: Conversation['lastMessage']): string {
  if (last === null) return 'No messages yet';
  if (last.text.trim() !== '') return last.text;
  return last.hasMedia ? 'Image or file' : 'No text';
}
