import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { MessagePage } from '../../../contract/inbox/messages.js';
import type { Media } from '../../../contract/media/media.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { InboxFrame, type ListBeside, ThreadBar } from './inbox-frame.js';
import { conversationPath, furtherIn, type InboxFilter, inboxPath } from './inbox-view.js';
import { limitWords, webAddress, windowWords } from './inbox-words.js';
import { MessageView } from './message-view.js';
import { Initial, Name } from './parts.js';
import { type RefusedReply, ReplyForm } from './reply-form.js';

interface ConversationProps {
  readonly user: User;
  readonly conversation: Conversation;
  /** Undefined if it is no longer connected. */
  readonly account: Pick<Account, 'handle'> | undefined;
  readonly list: ListBeside;
  /** What was just done to another entry. */
  readonly toast: Child;
  readonly messages: MessagePage;
  readonly media: ReadonlyMap<string, Media>;
  /** Whether an earlier page of messages is shown. */
  readonly isEarlier: boolean;
  readonly refused: RefusedReply | null;
}

/** Messages with one person, newest at the bottom, and the form to reply. */
export function ConversationPage(props: ConversationProps) {
  const { user, conversation, list, toast, messages, media, isEarlier, refused } = props;
  const { id, participant } = conversation;
  const { csrfToken, now } = user;
  const path = conversationPath(id);
  const address = inboxPath(list.filter, path);
  const isMoving = messages.data.some(({ pollAfterSeconds }) => pollAfterSeconds !== null);
  const chat = isEarlier ? { id: 'messages' } : live('messages', address, isMoving ? '2s' : '60s');
  return (
    <InboxFrame title={participant.handle} user={user} opened={path} toast={toast} {...list}>
      <ThreadBar list={list} path={path} csrfToken={csrfToken} canBeDone={conversation.unread > 0} />
      <div class="conversation">
        <Head {...props} />
        <div class="chat" {...chat}>
          <section class="chat-scroll" tabindex={0} aria-label="Messages">
            <div>
              {messages.nextCursor !== null && (
                <p class="more">
                  <a class="button" href={furtherIn(address, messages.nextCursor)}>
                    Earlier messages
                  </a>
                </p>
              )}
              {messages.data.length === 0 && <Empty title="No messages yet" />}
              <ol class="messages">
                {messages.data.toReversed().map((message) => (
                  <MessageView message={message} media={media} csrfToken={csrfToken} now={now} />
                ))}
              </ol>
              {isEarlier && (
                <p class="more">
                  <a class="button" href={address}>
                    Back to the latest messages
                  </a>
                </p>
              )}
            </div>
          </section>
        </div>
        {!isEarlier && (
          <WriteForm
            conversation={conversation}
            filter={list.filter}
            saved={list.saved}
            csrfToken={csrfToken}
            now={now}
            refused={refused}
          />
        )}
      </div>
    </InboxFrame>
  );
}

function Head({ conversation, list, account }: ConversationProps) {
  const { id, participant, platform } = conversation;
  const { words, tone } = windowWords(conversation);
  const url = webAddress(conversation.url);
  return (
    <header
      class="page-head"
      {...live('conversation-head', inboxPath(list.filter, conversationPath(id)), '60s')}
    >
      <h1 class="with-initial">
        <Initial of={participant.displayName} /> <Name>{participant.handle}</Name>
      </h1>
      <div class="acts">
        {url !== null && (
          <a class="button" href={url} target="_blank" rel="noopener noreferrer">
            View on {PLATFORM_NAMES[platform]}
          </a>
        )}
      </div>
      <div class="lead">
        <div class="line">
          <Pill tone={tone}>{words}</Pill>
          <NetworkMark platform={platform} />
          <span>
            {participant.displayName !== participant.handle && (
              <>
                <Name>{participant.displayName}</Name>, with{' '}
              </>
            )}
            <VisibleText text={account?.handle ?? 'a disconnected account'} />
          </span>
        </div>
      </div>
    </header>
  );
}

/** The form to show: what the network allows now. */
export function replyMode({ allowed }: Conversation): 'message' | 'human_agent' | 'none' {
  if (allowed.includes('message')) return 'message';
  return allowed.includes('human_agent') ? 'human_agent' : 'none';
}

interface WriteFormProps {
  readonly filter: InboxFilter;
  readonly saved: ListBeside['saved'];
  readonly conversation: Conversation;
  readonly csrfToken: string;
  readonly now: number;
  readonly refused: RefusedReply | null;
}

/** Replaces itself when the network allows another form; until then, it keeps what the user has typed. */
export function WriteForm(props: WriteFormProps) {
  const { conversation, filter, refused } = props;
  const way = replyMode(conversation);
  return (
    <section
      class="card stack-tight"
      id="write"
      aria-label="Reply"
      data-live
      hx-get={inboxPath(filter, `${conversationPath(conversation.id)}/write`, '', { way })}
      hx-trigger="changed from:body, every 60s"
      hx-swap="outerHTML"
    >
      {refused && refused.way !== way && (
        <>
          {refused.notice}
          <p class="words soft" dir="auto">
            {refused.text}
          </p>
        </>
      )}
      {way === 'message' ? <OpenForm {...props} /> : <ClosedWindow {...props} />}
    </section>
  );
}

function OpenForm({ conversation, filter, saved, csrfToken, now, refused }: WriteFormProps) {
  const { id, canReplyUntil, window, replyRules } = conversation;
  return (
    <ReplyForm
      saved={saved}
      action={inboxPath(filter, `${conversationPath(id)}/send`)}
      csrfToken={csrfToken}
      way="message"
      label="Your message"
      hint={
        <>
          {canReplyUntil && (
            <>
              You can reply until <When forms={canReplyUntil} now={now} />
              {window.basis === 'click_to_message' && ', because they came from an ad'}.{' '}
            </>
          )}
          {limitWords(replyRules)}{' '}
          {conversation.simulated ? 'The network is simulated.' : 'A real person receives it.'}
        </>
      }
      button="Send message"
      refused={refused}
    />
  );
}

function ClosedWindow({ conversation, filter, saved, csrfToken, refused }: WriteFormProps) {
  const { id, platform, cannotReplyReason, replyRules, allowed, simulated } = conversation;
  const name = PLATFORM_NAMES[platform];
  // What was sent too late has been refused with the same reason.
  const isSaid = refused !== null && replyMode(conversation) === 'none';
  return (
    <>
      {!isSaid && (
        <Notice tone="warn">
          <p>{cannotReplyReason}</p>
          {allowed.includes('human_agent') && !simulated && (
            <p>
              The human agent tag needs the feature Human Agent, which Meta grants your app after a review.
              Without it, {name} refuses the message, and nothing is sent.
            </p>
          )}
        </Notice>
      )}
      {allowed.includes('human_agent') ? (
        <ReplyForm
          saved={saved}
          action={inboxPath(filter, `${conversationPath(id)}/send`)}
          csrfToken={csrfToken}
          way="human_agent"
          label="Reply with the human agent tag"
          hint={`The tag tells ${name} that a person, not a program, answers a question, up to 7 days after it was asked. It must not be used for advertising. ${limitWords(replyRules)}`}
          button="Send as human agent"
          refused={refused}
        />
      ) : (
        <p class="soft">You can reply after they send a new message. It appears here automatically.</p>
      )}
    </>
  );
}
