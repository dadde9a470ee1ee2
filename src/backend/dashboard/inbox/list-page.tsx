import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { namesOfNetworks, networksWithInbox } from '../../../networks/which-networks.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, PageHead } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import type { User } from '../user.js';
import { CommentList } from './comment-list.js';
import { ConversationList } from './conversation-list.js';
import { type Inbox, type InboxFilter, inboxPath } from './inbox-view.js';
import { SimulateForm, type SimulateTarget } from './simulate-form.js';

const TABS = [
  { show: '', name: 'Unanswered' },
  { show: 'unread', name: 'Unread' },
  { show: 'all', name: 'All' },
] as const satisfies readonly { readonly show: InboxFilter['show']; readonly name: string }[];

const NO_COMMENT: Readonly<Record<InboxFilter['show'], string>> = {
  '': 'No unanswered comments',
  unread: 'No unread comments',
  all: 'No comments yet',
};

const NO_CONVERSATION: Readonly<Record<InboxFilter['show'], string>> = {
  '': 'No unanswered messages',
  unread: 'No unread messages',
  all: 'No messages yet',
};

interface InboxProps {
  readonly user: User;
  readonly inbox: Inbox;
  readonly filter: InboxFilter;
  /** A later page of a list is shown, which is not live. */
  readonly isFurther: boolean;
  readonly accounts: readonly Account[];
  /** Where comments and messages can be simulated; null outside a sandbox. */
  readonly places: readonly SimulateTarget[] | null;
}

/** Comments grouped by post, and conversations by when they close. */
export function InboxPage({ user, inbox, filter, isFurther, accounts, places }: InboxProps) {
  const { comments, open, closed } = inbox;
  const { now } = user;
  const lists = isFurther ? { id: 'inbox' } : live('inbox', inboxPath(filter), '60s');
  return (
    <Frame title="Inbox" place="/inbox" user={user}>
      <PageHead
        title="Inbox"
        lead={`Comments and direct messages on ${namesOfNetworks(networksWithInbox(user.workspace.sandbox === 1), 'and')}.`}
      />
      <Filters filter={filter} accounts={accounts} />
      <div class="columns inbox" {...lists}>
        <section class="section stack-tight" aria-labelledby="comments-title">
          <h2 id="comments-title">Comments</h2>
          {comments.data.length > 0 ? (
            <CommentList inbox={inbox} filter={filter} now={now} />
          ) : (
            <Empty title={NO_COMMENT[filter.show]}>
              <NextStep filter={filter} inSandbox={places !== null} accounts={accounts} />
            </Empty>
          )}
        </section>
        <section class="section stack-tight" aria-labelledby="conversations-title">
          <h2 id="conversations-title">Conversations</h2>
          {open.data.length > 0 && <ConversationList page={open} list="open" filter={filter} now={now} />}
          {closed.data.length > 0 && (
            <details open={open.data.length === 0}>
              <summary>Closed conversations</summary>
              <ConversationList page={closed} list="closed" filter={filter} now={now} />
            </details>
          )}
          {open.data.length + closed.data.length === 0 && (
            <Empty title={NO_CONVERSATION[filter.show]}>
              <p>
                People start conversations, and you can reply for 24 hours. Those that close soonest are
                listed first.
              </p>
            </Empty>
          )}
        </section>
      </div>
      {places !== null && <SimulateForm places={places} csrfToken={user.csrfToken} />}
    </Frame>
  );
}

function Filters({ filter, accounts }: Pick<InboxProps, 'filter' | 'accounts'>) {
  return (
    <div class="inbox-filters">
      <Tabs
        label="Filter inbox"
        tabs={TABS.map(({ show, name }) => ({
          path: inboxPath({ ...filter, show }),
          name,
          here: show === filter.show,
        }))}
      />
      {accounts.length > 1 && (
        <form class="account-filter" method="get" action="/inbox">
          {filter.show !== '' && <input type="hidden" name="show" value={filter.show} />}
          <label class="unseen" for="account">
            Account
          </label>
          <select id="account" name="account">
            <option value="">All accounts</option>
            {accounts.map(({ id, platform, handle }) => (
              <option value={id} selected={id === filter.accountId}>
                {PLATFORM_NAMES[platform]} {showHidden(handle)}
              </option>
            ))}
          </select>
          <button class="button" type="submit">
            Apply
          </button>
        </form>
      )}
    </div>
  );
}

interface NextStepProps extends Pick<InboxProps, 'filter' | 'accounts'> {
  readonly inSandbox: boolean;
}

/** What to do about an empty inbox. */
function NextStep({ filter, inSandbox, accounts }: NextStepProps) {
  if (filter.show !== 'all') {
    return <a href={inboxPath({ ...filter, show: 'all' })}>Show all comments and messages</a>;
  }
  if (accounts.length === 0) {
    return (
      <p>
        <a href="/channels">Connect {namesOfNetworks(networksWithInbox(inSandbox), 'or')}</a> to receive its
        comments and messages here.
      </p>
    );
  }
  return (
    <p>
      <a href="/posts/new">Publish a post on {namesOfNetworks(networksWithInbox(inSandbox), 'or')}</a>.{' '}
      {inSandbox
        ? 'In a sandbox, simulated people comment within minutes, or simulate a comment or message below.'
        : 'Its comments appear here.'}
    </p>
  );
}
