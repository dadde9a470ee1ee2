import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { SavedText } from '../../../contract/texts/texts.js';
import { namesOfNetworks, networksWithInbox } from '../../../networks/which-networks.js';
import { AccountOptions } from '../channels/account-options.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { More } from '../layout/more.js';
import { Empty } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import { nextRowCount } from '../rows.js';
import type { User } from '../user.js';
import { InboxList } from './inbox-list.js';
import { type Inbox, type InboxFilter, inboxPath, nextAfter, STEP } from './inbox-view.js';

const TABS = [
  { show: '', name: 'Waiting', empty: 'Nothing waits for you' },
  { show: 'unanswered', name: 'Unanswered', empty: 'Nothing is unanswered' },
  { show: 'unread', name: 'Unread', empty: 'Nothing is unread' },
  { show: 'all', name: 'All', empty: 'No comments or messages yet' },
] as const satisfies readonly {
  readonly show: InboxFilter['show'];
  readonly name: string;
  readonly empty: string;
}[];

/** The list that stands beside every thread. */
export interface ListBeside {
  readonly inbox: Inbox;
  readonly filter: InboxFilter;
  readonly accounts: readonly Account[];
  /** Where the list starts; empty for the beginning. */
  readonly cursor: string;
  /** Texts to insert into replies. */
  readonly saved: readonly SavedText[];
}

interface InboxFrameProps extends ListBeside {
  readonly user: User;
  readonly title: string;
  /** The path of the opened thread; null on the page of the list. */
  readonly opened: string | null;
  /** What was just done to another entry. */
  readonly toast?: Child;
  readonly children: Child;
}

/** The list on the left, and what is opened on the right. On phones, a thread hides the list. */
export function InboxFrame(props: InboxFrameProps) {
  const { user, title, opened, toast, children, inbox, filter, accounts, cursor } = props;
  const page = opened ?? '/inbox';
  const list = cursor === '' ? live('inbox', inboxPath(filter, page), '60s') : { id: 'inbox' };
  const rows = nextRowCount(filter.rows, STEP, inbox.entries.length);
  return (
    <Frame title={title} place="/inbox" user={user} scripts={['lists.js']} toast={toast}>
      <div class={opened === null ? 'inbox-panes' : 'inbox-panes opened'}>
        <section class="inbox-side" aria-label="Inbox">
          {opened === null ? (
            <h1>Inbox</h1>
          ) : (
            <p class="inbox-title">
              <a href={inboxPath(filter)}>Inbox</a>
            </p>
          )}
          <Filters filter={filter} accounts={accounts} />
          <div class="stack-tight" {...list}>
            {inbox.entries.length > 0 ? (
              <InboxList inbox={inbox} filter={filter} opened={opened} now={user.now} />
            ) : (
              <Empty title={TABS.find(({ show }) => show === filter.show)?.empty ?? ''}>
                <NextStep filter={filter} inSandbox={user.workspace.sandbox === 1} accounts={accounts} />
              </Empty>
            )}
            {inbox.hasMore && <Further filter={filter} page={page} rows={rows} cursor={inbox.nextCursor} />}
          </div>
        </section>
        <div class="inbox-main">{children}</div>
      </div>
    </Frame>
  );
}

interface FurtherProps {
  readonly filter: InboxFilter;
  readonly page: string;
  /** Null if the list has its maximum length. */
  readonly rows: number | null;
  readonly cursor: string | null;
}

/** What follows a list. A list of both kinds has no further pages: each kind has its own. */
function Further({ filter, page, rows, cursor }: FurtherProps) {
  if (rows === null && filter.kind === '') {
    return (
      <p class="soft small">
        Choose <a href={inboxPath({ ...filter, kind: 'comments' })}>comments</a> or{' '}
        <a href={inboxPath({ ...filter, kind: 'messages' })}>messages</a> to see more.
      </p>
    );
  }
  return (
    <More
      id="inbox"
      longer={rows === null ? null : inboxPath({ ...filter, rows }, page)}
      further={inboxPath(filter, '/inbox', cursor ?? '')}
    />
  );
}

function Filters({ filter, accounts }: Pick<ListBeside, 'filter' | 'accounts'>) {
  const { show, kind } = filter;
  return (
    <div class="inbox-filters">
      <Tabs
        label="Filter inbox"
        tabs={TABS.map((tab) => ({
          path: inboxPath({ ...filter, show: tab.show, rows: STEP }),
          name: tab.name,
          here: tab.show === show,
        }))}
      />
      <form class="account-filter" method="get" action="/inbox" data-sends-itself>
        {show !== '' && <input type="hidden" name="show" value={show} />}
        <select name="kind" aria-label="Kind">
          <option value="">All kinds</option>
          <option value="comments" selected={kind === 'comments'}>
            Comments
          </option>
          <option value="messages" selected={kind === 'messages'}>
            Messages
          </option>
        </select>
        {accounts.length > 1 && (
          <select name="account" aria-label="Account">
            <AccountOptions all="All accounts" accounts={accounts} chosen={filter.accountId} />
          </select>
        )}
        <button class="button without-script" type="submit">
          Apply
        </button>
      </form>
    </div>
  );
}

interface NextStepProps extends Pick<ListBeside, 'filter' | 'accounts'> {
  readonly inSandbox: boolean;
}

/** What to do about an empty inbox. */
function NextStep({ filter, inSandbox, accounts }: NextStepProps) {
  if (filter.show !== 'all') {
    return <a href={inboxPath({ ...filter, show: 'all', rows: STEP })}>Show all comments and messages</a>;
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
        ? 'In a sandbox, simulated people comment within minutes, or simulate a comment or message on this page.'
        : 'Its comments appear here. People start conversations, and you can reply for 24 hours.'}
    </p>
  );
}

interface ThreadBarProps {
  readonly list: ListBeside;
  readonly path: string;
  readonly csrfToken: string;
  readonly canBeDone: boolean;
}

/** The way back on phones, and to the next entry; marks the opened one as done. */
export function ThreadBar({ list: { inbox, filter }, path, csrfToken, canBeDone }: ThreadBarProps) {
  const next = nextAfter(inbox.entries, path);
  return (
    <div class="thread-bar">
      <a class="back-link" href={inboxPath(filter)}>
        ← Inbox
      </a>
      <span class="buttons">
        {canBeDone && (
          <form method="post" action={inboxPath(filter, `${path}/done`)}>
            <input type="hidden" name="csrf" value={csrfToken} />
            <button class="button" type="submit" data-key="e" aria-keyshortcuts="e">
              Done
            </button>
          </form>
        )}
        {next !== null && (
          <a class="button quiet" href={inboxPath(filter, next)}>
            Next
          </a>
        )}
      </span>
    </div>
  );
}
